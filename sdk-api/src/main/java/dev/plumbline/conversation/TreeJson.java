package dev.plumbline.conversation;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The documented JSON form of a tree, both ways: its entries, each behind its parent, and its heads. */
final class TreeJson {
    private static final String FORMAT = "plumbline-tree/1";

    private TreeJson() {}

    static Json write(ConversationTree tree) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", FORMAT);
        json.put("revision", tree.revision());
        json.put("created", tree.entries());
        json.put(
                "entries",
                tree.below(tree.root().id()).stream()
                        .skip(1)
                        .map(node -> node.entry().toJson())
                        .toList());
        Map<String, Object> heads = new LinkedHashMap<>();
        tree.heads().forEach((branch, head) -> heads.put(branch, head.id().text()));
        json.put("heads", heads);
        return Json.of(json);
    }

    static ConversationTree read(Json json) {
        Json format = json.get("format");
        if (format.kind() != Json.Kind.STRING || !format.asText().equals(FORMAT)) {
            throw new JsonException("/format", "this version reads " + FORMAT);
        }
        Shelf<TreeNode> nodes = Shelf.empty();
        TreeNode root = TreeNode.root(ConversationTree.empty().root());
        nodes = nodes.with(root.entry().id().text(), root);
        List<Json> entries = json.get("entries").elements();
        for (int i = 0; i < entries.size(); i++) {
            nodes = placed(nodes, entries.get(i), "/entries/" + i);
        }
        return new ConversationTree(
                nodes,
                heads(json, nodes),
                json.get("revision").asLong(),
                json.get("created").asLong());
    }

    private static Shelf<TreeNode> placed(Shelf<TreeNode> nodes, Json json, String place) {
        Entry entry = EntryJson.at(place, () -> Entry.from(json));
        Entry.Id parent = entry.parent().orElseThrow();
        TreeNode above = nodes.get(parent.text())
                .orElseThrow(() -> new JsonException(place + "/parent", "an entry stands behind its parent"));
        if (nodes.get(entry.id().text()).isPresent()) {
            throw new JsonException(place + "/id", "the id of an entry is its own");
        }
        return nodes.with(parent.text(), above.withChild(entry.id()))
                .with(entry.id().text(), above.child(entry));
    }

    private static Map<String, Entry.Id> heads(Json json, Shelf<TreeNode> nodes) {
        Map<String, Entry.Id> heads = new LinkedHashMap<>();
        json.get("heads").fields().forEach((branch, head) -> {
            if (nodes.get(head.asText()).isEmpty()) {
                throw new JsonException("/heads", "a head is an entry of the tree");
            }
            heads.put(branch, new Entry.Id(head.asText()));
        });
        if (heads.isEmpty()) {
            throw new JsonException("/heads", "a tree has at least one branch");
        }
        return heads;
    }
}
