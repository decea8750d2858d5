package dev.plumbline.session.internal;

import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.Usage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the tree of a conversation is to be: nodes that know each other, and nothing else. */
final class ConversationNodes {
    private final Node root = new Node("", Optional.empty());
    final Map<String, Node> heads = new LinkedHashMap<>(Map.of(ConversationTree.MAIN, root));

    /** The state of each branch. */
    private final Map<String, Map<String, Integer>> values = new HashMap<>(Map.of(ConversationTree.MAIN, Map.of()));

    /** The values of the conversation. */
    final Map<String, Integer> shared = new TreeMap<>();

    /** The usage of all calls. */
    Usage usage = Usage.NONE;

    /** The number of messages that were accepted during a turn of a branch and not stored. */
    private final Map<String, Integer> pending = new HashMap<>();

    private final List<Turn> running = new ArrayList<>();

    /** An entry. */
    static final class Node {
        final String label;

        /** The state that holds here. */
        Map<String, Integer> values = Map.of();

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

    /** All entries but those whose tool calls have their results behind them. */
    List<Node> continuable() {
        return all().stream().filter(node -> !node.label.startsWith("call ")).toList();
    }

    List<Node> questions() {
        return all().stream().filter(ConversationNodes::isQuestion).toList();
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

    void move(String branch, Node to) {
        heads.put(branch, to);
        values.put(branch, to.values);
        pending.remove(branch);
    }

    /** An entry that belongs to no turn. */
    void append(String branch, String label) {
        Node node = new Node(label, Optional.of(heads.get(branch)));
        node.values = values.get(branch);
        heads.put(branch, node);
    }

    /**
     * A value of a branch changes; while no turn runs there, its last entry gets the values of the branch, or only that one
     * if it is not stored.
     */
    void write(String branch, String name, int value, boolean stored) {
        values.put(branch, with(values.get(branch), name, value));
        if (running.stream().noneMatch(turn -> turn.branch.equals(branch))) {
            Node head = heads.get(branch);
            head.values = stored ? values.get(branch) : with(head.values, name, value);
        }
    }

    private static Map<String, Integer> with(Map<String, Integer> some, String name, int value) {
        Map<String, Integer> changed = new HashMap<>(some);
        changed.put(name, value);
        return Map.copyOf(changed);
    }

    /** The program ends: values that are not stored are gone. */
    void forgetLive(List<String> names) {
        all().forEach(node -> node.values = without(node.values, names));
        values.replaceAll((branch, some) -> without(some, names));
        shared.keySet().removeAll(names);
    }

    private static Map<String, Integer> without(Map<String, Integer> some, List<String> names) {
        Map<String, Integer> left = new HashMap<>(some);
        left.keySet().removeAll(names);
        return Map.copyOf(left);
    }

    /** Whether a branch ends with a message that has no answer. */
    boolean awaitsAnswer(String branch) {
        Node at = heads.get(branch);
        while (at.label.startsWith("part ")) {
            at = at.parent.orElseThrow();
        }
        return pending.containsKey(branch) || isQuestion(at) || at.label.startsWith("result ");
    }

    void fork(String branch, String origin) {
        heads.put(branch, heads.get(origin));
        values.put(branch, values.get(origin));
    }

    /** Gives a path a name. */
    void name(String branch, Node at, String origin) {
        values.put(branch, heads.get(origin) == at ? values.get(origin) : at.values);
        heads.put(branch, at);
    }

    /** Removes a node and all below it; branches that end there end at its parent. */
    void deleteSubtree(Node node) {
        Node parent = node.parent.orElseThrow();
        List<Node> gone = new ArrayList<>();
        below(node, gone);
        heads.forEach((branch, head) -> {
            if (gone.contains(head)) {
                values.put(branch, parent.values);
            }
        });
        heads.replaceAll((branch, head) -> gone.contains(head) ? parent : head);
        parent.children.remove(node);
    }

    /** What all pairs of branches have behind their last common node, and the names of values that differ. */
    List<String> comparisons() {
        List<String> all = new ArrayList<>();
        for (String one : heads.keySet()) {
            for (String other : heads.keySet()) {
                List<Node> both = path(one);
                both.retainAll(path(other));
                Node common = both.isEmpty() ? root : both.get(both.size() - 1);
                all.add(one + "-" + other + " " + common.label + behind(one, both) + behind(other, both)
                        + differing(values.get(one), values.get(other)));
            }
        }
        return all;
    }

    private List<String> behind(String branch, List<Node> both) {
        List<Node> own = path(branch);
        own.removeAll(both);
        return own.stream().map(node -> node.label).toList();
    }

    private static List<String> differing(Map<String, Integer> one, Map<String, Integer> other) {
        TreeSet<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        names.removeIf(name -> Objects.equals(one.get(name), other.get(name)));
        return List.copyOf(names);
    }

    void summarize(String branch, List<Node> path, int from, int to) {
        Node at = new Node("in short", path.get(from).parent);
        at.values = path.get(to).values;
        for (Node after : path.subList(to + 1, path.size())) {
            at = new Node(after.label, Optional.of(at));
            at.values = after.values;
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

    /** A turn that answers what is stored. */
    Turn beginAgain(String branch) {
        Turn turn = new Turn(branch, heads.get(branch));
        running.add(turn);
        return turn;
    }

    /** Ends what runs on a branch, because its store has failed. */
    void endTurns(String branch) {
        List.copyOf(running).stream()
                .filter(turn -> turn.branch.equals(branch))
                .forEach(turn -> turn.end(false, false));
    }

    Turn begin(String branch, Optional<Node> edited) {
        Turn turn = new Turn(branch, heads.get(branch));
        running.add(turn);
        Optional<Node> instead = edited.isPresent() ? edited : answeredElsewhere(turn.before);
        Node parent = instead.map(question -> question.parent.orElseThrow()).orElse(turn.before);
        if (parent != turn.before) {
            heads.put(branch, parent);
            values.put(branch, parent.values);
            if (edited.isPresent()) {
                pending.remove(branch); // messages of the turn before stay behind only where a person goes elsewhere
            }
        }
        return turn;
    }

    /** The question at the end of a branch if another branch holds it, too: a new message takes its place. */
    private Optional<Node> answeredElsewhere(Node head) {
        boolean shared = !head.children.isEmpty()
                || heads.values().stream().filter(other -> other == head).count() > 1;
        return shared && isQuestion(head) ? Optional.of(head) : Optional.empty();
    }

    private static boolean isQuestion(Node node) {
        return node.label.startsWith("q") || node.label.startsWith("by the way");
    }

    /** A turn: a question to which nothing came is deleted, unless the turn was cancelled. */
    final class Turn {
        private final String branch;
        private final Node before;
        private final Map<String, Integer> valuesBefore;
        private final List<Node> own = new ArrayList<>();
        private boolean heard;
        private boolean over;

        Turn(String branch, Node before) {
            this.branch = branch;
            this.before = before;
            this.valuesBefore = values.get(branch);
        }

        Map<String, Integer> values() {
            return values.get(branch);
        }

        String branch() {
            return branch;
        }

        boolean isRunning() {
            return !over;
        }

        /** A message is accepted during the turn. */
        void interject(boolean accepted) {
            if (accepted) {
                pending.merge(branch, 1, Integer::sum);
            }
        }

        /** The oldest message that was accepted is stored. */
        void hear() {
            pending.computeIfPresent(branch, (name, left) -> left == 1 ? null : left - 1);
            append("by the way");
            heard = true;
        }

        void append(String label) {
            if (over) {
                return;
            }
            Node node = new Node(label, Optional.of(heads.get(branch)));
            node.values = values();
            heads.put(branch, node);
            own.add(node);
        }

        void end(boolean ok, boolean cancelled) {
            if (!over) {
                Node head = heads.get(branch);
                if (head.label.startsWith("call ")) {
                    append(head.label.replace("call ", "result "));
                }
                while (!ok && !cancelled && pending.containsKey(branch)) {
                    hear();
                }
                over = true;
                running.remove(this);
                boolean nothing = own.size() == 1 && isQuestion(own.get(0)) && !heard && !pending.containsKey(branch);
                if (!ok && (own.isEmpty() || (!cancelled && nothing))) {
                    goBack();
                }
                heads.get(branch).values = values();
            }
        }

        private void goBack() {
            heads.put(branch, before);
            values.put(branch, valuesBefore);
            for (int i = own.size() - 1; i >= 0; i--) {
                delete(own.get(i));
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
