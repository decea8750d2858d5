package dev.plumbline.session;

import dev.plumbline.conversation.ConversationTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the tree of a conversation is to be: nodes that know each other, and nothing else. */
final class TurnModel {
    private final Node root = new Node("", Optional.empty());
    final Map<String, Node> heads = new LinkedHashMap<>(Map.of(ConversationTree.MAIN, root));
    private final List<Turn> running = new ArrayList<>();

    /** An entry. */
    static final class Node {
        final String label;
        private final Optional<Node> parent;
        private final List<Node> children = new ArrayList<>();

        Node(String label, Optional<Node> parent) {
            this.label = label;
            this.parent = parent;
            parent.ifPresent(above -> above.children.add(this));
        }
    }

    /** All entries, each before those below it, the root first. */
    List<Node> all() {
        List<Node> all = new ArrayList<>();
        below(root, all);
        return all;
    }

    private static void below(Node at, List<Node> all) {
        all.add(at);
        at.children.forEach(child -> below(child, all));
    }

    List<Node> questions() {
        return all().stream()
                .filter(node -> node.label.startsWith("q") || node.label.startsWith("by the way"))
                .toList();
    }

    List<Node> path(String branch) {
        List<Node> path = new ArrayList<>();
        for (Node at = heads.get(branch); at != root; at = at.parent.orElseThrow()) {
            path.add(0, at);
        }
        return path;
    }

    /** Whether there is an entry that no branch holds. */
    boolean hasAlternatives() {
        List<Node> held = new ArrayList<>(List.of(root));
        heads.keySet().forEach(branch -> held.addAll(path(branch)));
        return !held.containsAll(all());
    }

    void summarize(String branch, List<Node> path, int from, int to) {
        Node at = new Node("in short", path.get(from).parent);
        for (Node after : path.subList(to + 1, path.size())) {
            at = new Node(after.label, Optional.of(at));
        }
        heads.put(branch, at);
    }

    String shape() {
        return shape(root);
    }

    private String shape(Node at) {
        List<String> here = heads.entrySet().stream()
                .filter(head -> head.getValue() == at)
                .map(Map.Entry::getKey)
                .toList();
        return at.label + here + at.children.stream().map(this::shape).collect(Collectors.joining(",", "(", ")"));
    }

    Turn begin(String branch, Optional<Node> edited) {
        Turn turn = new Turn(branch, heads.get(branch));
        running.add(turn);
        edited.ifPresent(question -> heads.put(branch, question.parent.orElseThrow()));
        return turn;
    }

    /** A turn: what it appended is deleted when it failed before the model said or called anything. */
    final class Turn {
        private final String branch;
        private final Node before;
        private final List<Node> own = new ArrayList<>();

        Turn(String branch, Node before) {
            this.branch = branch;
            this.before = before;
        }

        void append(String label) {
            Node node = new Node(label, Optional.of(heads.get(branch)));
            heads.put(branch, node);
            own.add(node);
        }

        void end(boolean ok) {
            running.remove(this);
            boolean answered =
                    own.stream().anyMatch(node -> !node.label.startsWith("q") && !node.label.startsWith("by the way"));
            if (!ok && !answered) {
                heads.put(branch, before);
                for (int i = own.size() - 1; i >= 0; i--) {
                    delete(own.get(i));
                }
            }
        }

        /** Deletes a node that is not in use by children, a branch head or a running turn. */
        private void delete(Node node) {
            boolean used = !node.children.isEmpty()
                    || heads.containsValue(node)
                    || running.stream().anyMatch(turn -> turn.before == node);
            if (!used) {
                node.parent.orElseThrow().children.remove(node);
            }
        }
    }
}
