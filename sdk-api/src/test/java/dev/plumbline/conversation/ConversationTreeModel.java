package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a tree should be, said plainly: lists and maps that are changed in place and copied whole. */
final class ConversationTreeModel {
    final Map<String, List<Interaction>> held = new LinkedHashMap<>();
    final Map<String, String> parents = new LinkedHashMap<>();
    final Map<String, List<String>> children = new LinkedHashMap<>();
    final Map<String, String> heads = new LinkedHashMap<>();
    long changes;

    ConversationTreeModel() {
        children.put("root", new ArrayList<>());
        heads.put("main", "root");
    }

    ConversationTreeModel copy() {
        ConversationTreeModel copy = new ConversationTreeModel();
        copy.held.putAll(held);
        copy.parents.putAll(parents);
        children.forEach((id, below) -> copy.children.put(id, new ArrayList<>(below)));
        copy.heads.clear();
        copy.heads.putAll(heads);
        copy.changes = changes;
        return copy;
    }

    void add(String id, String parent, List<Interaction> interactions) {
        held.put(id, interactions);
        parents.put(id, parent);
        children.put(id, new ArrayList<>());
        children.get(parent).add(id);
    }

    List<String> path(String to) {
        List<String> path = new ArrayList<>();
        for (String at = to; !at.equals("root"); at = parents.get(at)) {
            path.add(0, at);
        }
        return path;
    }

    List<Interaction> said(String to) {
        return path(to).stream().flatMap(id -> held.get(id).stream()).toList();
    }

    void delete(String id) {
        String parent = parents.get(id);
        children.get(parent).remove(id);
        List<String> gone = new ArrayList<>(List.of(id));
        for (int i = 0; i < gone.size(); i++) {
            gone.addAll(children.remove(gone.get(i)));
        }
        gone.forEach(held::remove);
        gone.forEach(parents::remove);
        heads.replaceAll((branch, head) -> gone.contains(head) ? parent : head);
    }

    List<String> ids() {
        return List.copyOf(children.keySet());
    }
}
