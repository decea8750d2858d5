package dev.plumbline.conversation;

import static dev.plumbline.conversation.EntryNode.ROOT;
import static dev.plumbline.conversation.EntryNode.require;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.event.Usage;
import dev.plumbline.internal.PersistentTreeMap;
import dev.plumbline.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The branches of a conversation: an immutable tree of entries with named heads. Every operation returns another tree
 * that shares the common entries, so a snapshot is the tree itself and costs nothing, and appending costs the same
 * after ten entries and after ten thousand. Entries never change; an edit creates a sibling. Thread-safe.
 */
public final class ConversationTree {
    /** The branch that every tree starts with. */
    public static final String MAIN = "main";

    private final PersistentTreeMap<EntryNode> nodes;
    private final PersistentTreeMap<Head> heads;
    private final long revision;
    private final long entries;

    private ConversationTree(
            PersistentTreeMap<EntryNode> nodes, PersistentTreeMap<Head> heads, long revision, long entries) {
        this.nodes = nodes;
        this.heads = heads;
        this.revision = revision;
        this.entries = entries;
    }

    /** Returns a tree with a root and the branch {@link #MAIN}. */
    public static ConversationTree empty() {
        PersistentTreeMap<EntryNode> nodes = PersistentTreeMap.<EntryNode>empty()
                .with(ROOT.id().text(), EntryNode.root().withHeads(1));
        return new ConversationTree(nodes, main(ROOT), 0, 0);
    }

    /**
     * Returns a tree whose branch {@link #MAIN} has these entries, as if they were appended one after the other.
     *
     * @param path complete entries; the parent of the first is the root, that of each other one the entry before it
     * @param said the interactions of all of them, in order; its digests are kept in the tree
     * @throws IllegalArgumentException if an id occurs twice, a parent is another one, an entry is not complete, or the
     *     entries have other interactions
     */
    public static ConversationTree of(List<ConversationEntry> path, Transcript said) {
        return new ConversationTree(EntryNode.path(path, said), main(EntryNode.last(path)), path.size(), path.size());
    }

    private static PersistentTreeMap<Head> main(ConversationEntry head) {
        return PersistentTreeMap.<Head>empty().with(MAIN, new Head(0, head));
    }

    /**
     * Reads a tree from the form of {@link #toJson}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer and the rule; also for the format of a newer version
     */
    public static ConversationTree from(Json json) {
        TreeJson read = TreeJson.read(json);
        PersistentTreeMap<EntryNode> nodes = read.nodes();
        PersistentTreeMap<Head> heads = PersistentTreeMap.empty();
        for (Map.Entry<String, ConversationEntry> named : read.heads().entrySet()) {
            ConversationEntry.Id id = named.getValue().id();
            nodes = nodes.with(id.text(), found(nodes, id).withHeads(1));
            heads = heads.with(named.getKey(), new Head(heads.size(), named.getValue()));
        }
        return new ConversationTree(nodes, heads, read.revision(), read.created());
    }

    /** Returns the first entry, which has no content. */
    public ConversationEntry root() {
        return ROOT;
    }

    /**
     * Returns the last entry of each branch by the branch's name, in the order in which branches were created;
     * unmodifiable.
     */
    public Map<String, ConversationEntry> heads() {
        Map<String, ConversationEntry> named = new LinkedHashMap<>();
        List<Map.Entry<String, Head>> ordered = new ArrayList<>();
        heads.forEach((branch, head) -> ordered.add(Map.entry(branch, head)));
        ordered.sort(Comparator.comparingLong(head -> head.getValue().created()));
        ordered.forEach(head -> named.put(head.getKey(), head.getValue().entry()));
        return Collections.unmodifiableMap(named);
    }

    /** Returns whether an entry is the last one of all its paths: no entry follows it, and no branch ends there. */
    public boolean isLoose(ConversationEntry entry) {
        EntryNode node = node(entry);
        return node.children().isEmpty() && node.heads() == 0;
    }

    /** Returns whether an entry is followed by others, or several branches end there. */
    public boolean isShared(ConversationEntry entry) {
        EntryNode node = node(entry);
        return !node.children().isEmpty() || node.heads() > 1;
    }

    /**
     * Returns the last entry of a branch.
     *
     * @throws IllegalArgumentException if there is no branch of that name
     */
    public ConversationEntry head(String branch) {
        return end(branch).entry();
    }

    /** Finds an entry by its id; empty if there is none. */
    public Optional<ConversationEntry> find(ConversationEntry.Id id) {
        return Optional.ofNullable(nodes.get(id.text())).map(EntryNode::entry);
    }

    /**
     * Returns the entries from the first one after the root to the head.
     *
     * @throws IllegalArgumentException if there is no branch of that name
     */
    public List<ConversationEntry> path(String branch) {
        return path(head(branch));
    }

    /**
     * Returns the entries from the first one after the root to that one; empty for the root.
     *
     * @throws IllegalArgumentException if it is not an entry of this tree
     */
    public List<ConversationEntry> path(ConversationEntry to) {
        Deque<ConversationEntry> path = new ArrayDeque<>();
        for (ConversationEntry at = node(to).entry(); !at.id().equals(ROOT.id()); at = parent(at)) {
            path.addFirst(at);
        }
        return List.copyOf(path);
    }

    /** Returns the entries that were appended to an entry, in that order. */
    public List<ConversationEntry> children(ConversationEntry entry) {
        return node(entry).childIds().stream().map(id -> node(id).entry()).toList();
    }

    /** Returns the entry and its alternatives, in the order of their creation; the root has none. */
    public List<ConversationEntry> siblings(ConversationEntry entry) {
        return isRoot(entry) ? List.of(ROOT) : children(parent(node(entry).entry()));
    }

    /**
     * Returns the last entries of all paths, also of those without a name, from the oldest alternative to the newest.
     */
    public List<ConversationEntry> leaves() {
        return below(ROOT.id()).stream()
                .filter(node -> node.children().isEmpty())
                .map(EntryNode::entry)
                .toList();
    }

    /**
     * Returns an entry and all entries after it, each before its children.
     *
     * @throws IllegalArgumentException if it is not an entry of this tree
     */
    public List<ConversationEntry> subtree(ConversationEntry entry) {
        return below(entry.id()).stream().map(EntryNode::entry).toList();
    }

    /** Returns the last entry that two paths share, at least the root. */
    public ConversationEntry commonAncestor(ConversationEntry one, ConversationEntry other) {
        EntryNode a = node(one);
        EntryNode b = node(other);
        while (!a.entry().id().equals(b.entry().id())) {
            boolean deeper = a.depth() > b.depth();
            EntryNode up = node(parent(deeper ? a.entry() : b.entry()));
            a = deeper ? up : a;
            b = deeper ? b : up;
        }
        return a.entry();
    }

    /**
     * Returns the interactions of a branch that are sent: those of its complete entries. Their digests are kept in the
     * tree.
     *
     * @throws IllegalArgumentException if there is no branch of that name
     */
    public Transcript interactions(String branch) {
        return node(head(branch)).sent();
    }

    /** Returns the usage of the entries of a branch. */
    public Usage usage(String branch) {
        return path(branch).stream().map(ConversationEntry::usage).reduce(Usage.NONE, Usage::plus);
    }

    /** Returns the usage of all entries. */
    public Usage usage() {
        return below(ROOT.id()).stream().map(node -> node.entry().usage()).reduce(Usage.NONE, Usage::plus);
    }

    /** Returns the revision, which grows by one with every change. */
    public long revision() {
        return revision;
    }

    /** Returns an id that no entry of this tree has or had. */
    public ConversationEntry.Id nextId() {
        long number = entries + 1;
        while (nodes.get("e" + number) != null) {
            number++;
        }
        return new ConversationEntry.Id("e" + number);
    }

    /**
     * Returns a tree whose {@link #nextId} gives numbers above that one, because ids up to it were used outside the
     * tree.
     */
    public ConversationTree withIdsAbove(long number) {
        return number <= entries ? this : new ConversationTree(nodes, heads, revision, number);
    }

    /**
     * Returns a tree with one more entry at the end of a branch.
     *
     * @throws IllegalArgumentException if there is no such branch, the id is taken, or the parent is not its head
     */
    public ConversationTree append(String branch, ConversationEntry entry) {
        ConversationEntry.Id parent = entry.parent().orElseThrow();
        // Objects.equals compares the instances first: the generated equals of a record delays a first call (0063)
        Head head = end(branch);
        require(Objects.equals(parent, head.entry().id()), "the parent of an appended entry is the head");
        return added(entry, parent, heads.with(branch, head.at(entry)), 1);
    }

    /**
     * Returns a tree with one more branch, whose head is that entry.
     *
     * @throws IllegalArgumentException if there is a branch of that name, or the entry does not belong to this tree
     */
    public ConversationTree branchAt(ConversationEntry entry, String branch) {
        require(!heads.containsKey(branch), "there is a branch " + branch + " already");
        EntryNode node = node(entry);
        Head head = new Head(heads.size(), node.entry());
        return new ConversationTree(
                nodes.with(node.entry().id().text(), node.withHeads(1)),
                heads.with(branch, head),
                revision + 1,
                entries);
    }

    /**
     * Returns a tree in which a branch ends at that entry, an earlier one or one of another branch. No entry is
     * removed.
     *
     * @throws IllegalArgumentException if there is no such branch, or the entry does not belong to this tree
     */
    public ConversationTree moveHead(String branch, ConversationEntry to) {
        return withHead(branch, node(to).entry());
    }

    /**
     * Returns a tree with an edited sibling of that entry, the newest of {@link #siblings}; the original and all heads
     * stay.
     *
     * @throws IllegalArgumentException for the root, and an entry that does not belong to this tree
     */
    public ConversationTree revise(ConversationEntry entry, List<? extends Interaction> interactions) {
        require(!isRoot(entry), "the root holds nothing that could be revised");
        return copied(node(entry).entry(), nextId(), entry.parent(), interactions);
    }

    /**
     * Returns a tree in which a summary replaces all entries of a branch from one to another. The entries after them
     * follow the summary as copies, and the originals stay in the tree, without a branch name.
     *
     * @throws IllegalArgumentException if they are not on the branch in this order, or if it would separate tool calls
     *     from their results
     */
    public ConversationTree summarize(String branch, ConversationEntry from, ConversationEntry to, String summary) {
        List<ConversationEntry> path = path(branch);
        int first = path.indexOf(from);
        int last = path.indexOf(to);
        require(first >= 0 && last >= first, "the entries to summarise must be on the branch, the first one first");
        requireWhole(path.subList(first, last + 1));
        ConversationEntry.Id tip = nextId();
        ConversationTree shorter = copied(from, tip, from.parent(), List.of(new Interaction.Summary(summary)));
        for (ConversationEntry after : path.subList(last + 1, path.size())) {
            ConversationEntry.Id next = shorter.nextId();
            shorter = shorter.copied(after, next, Optional.of(tip), after.interactions());
            tip = next;
        }
        ConversationEntry end = shorter.node(tip).entry();
        return new ConversationTree(shorter.nodes, heads, revision, shorter.entries).withHead(branch, end);
    }

    private ConversationTree copied(
            ConversationEntry like,
            ConversationEntry.Id id,
            Optional<ConversationEntry.Id> parent,
            List<? extends Interaction> interactions) {
        return added(like.replaced(id, parent, interactions, Usage.NONE), parent.orElseThrow(), heads, 0);
    }

    private static void requireWhole(List<ConversationEntry> range) {
        List<Interaction> all =
                range.stream().flatMap(entry -> entry.interactions().stream()).toList();
        require(AiBody.unpaired(all).isEmpty(), "a summary takes tool calls and their results together, or neither");
    }

    /**
     * Returns a tree of the same form whose entries are what the function returns for them, with the same ids and parents. It
     * costs as much as the tree is large.
     */
    public ConversationTree map(UnaryOperator<ConversationEntry> change) {
        List<EntryNode> ordered = new ArrayList<>(nodes.values());
        ordered.sort(Comparator.comparingLong(EntryNode::order));
        PersistentTreeMap<EntryNode> mapped = PersistentTreeMap.empty();
        for (EntryNode node : ordered) {
            ConversationEntry.Id id = node.entry().id();
            EntryNode same = isRoot(node.entry())
                    ? node
                    : node.changed(
                            change.apply(node.entry()),
                            found(mapped, node.entry().parent().orElseThrow()));
            mapped = mapped.with(id.text(), same);
        }
        PersistentTreeMap<Head> moved = heads;
        for (Map.Entry<String, ConversationEntry> head : heads().entrySet()) {
            EntryNode node = found(mapped, head.getValue().id());
            moved = moved.with(
                    head.getKey(),
                    Objects.requireNonNull(moved.get(head.getKey())).at(node.entry()));
        }
        return new ConversationTree(mapped, moved, revision, entries);
    }

    /**
     * Returns a tree without that entry and all after it; heads among them move to the entry before it.
     *
     * @throws IllegalArgumentException for the root, and an entry that does not belong to this tree
     */
    public ConversationTree deleteSubtree(ConversationEntry entry) {
        require(!isRoot(entry), "the root stays: open another conversation instead");
        EntryNode first = node(entry);
        ConversationEntry.Id parent = first.entry().parent().orElseThrow();
        PersistentTreeMap<EntryNode> kept = nodes;
        Set<ConversationEntry.Id> ends = new HashSet<>();
        int moved = 0;
        for (EntryNode gone : below(entry.id())) {
            kept = kept.without(gone.entry().id().text());
            moved += gone.heads();
            if (gone.heads() > 0) {
                ends.add(gone.entry().id());
            }
        }
        EntryNode above = node(parent).withoutChild(first).withHeads(moved);
        return new ConversationTree(
                kept.with(parent.text(), above),
                ends.isEmpty() ? heads : moved(ends, above.entry()),
                revision + 1,
                entries);
    }

    private PersistentTreeMap<Head> moved(Set<ConversationEntry.Id> ends, ConversationEntry to) {
        Map<String, Head> changed = new LinkedHashMap<>();
        heads.forEach((branch, head) -> {
            if (ends.contains(head.entry().id())) {
                changed.put(branch, head.at(to));
            }
        });
        PersistentTreeMap<Head> all = heads;
        for (Map.Entry<String, Head> head : changed.entrySet()) {
            all = all.with(head.getKey(), head.getValue());
        }
        return all;
    }

    private Head end(String branch) {
        Head known = heads.get(branch);
        if (known == null) {
            throw new IllegalArgumentException("there is no branch " + branch);
        }
        return known;
    }

    /** Returns the documented, versioned form of the whole tree: {@code docs/branching.md}. */
    public Json toJson() {
        return new TreeJson(nodes, heads(), revision, entries).write(below(ROOT.id()));
    }

    /** Returns a node and its descendants, each before its children, alternatives in the order of their creation. */
    private List<EntryNode> below(ConversationEntry.Id id) {
        List<EntryNode> found = new ArrayList<>();
        Deque<ConversationEntry.Id> open = new ArrayDeque<>(List.of(id));
        while (!open.isEmpty()) {
            EntryNode next = node(open.pop());
            found.add(next);
            List<ConversationEntry.Id> children = next.childIds();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(children.get(i));
            }
        }
        return found;
    }

    /**
     * Returns a tree with one more entry.
     *
     * @param ends the heads of that tree, of which {@code moved} more end at the entry and no longer at its parent
     */
    private ConversationTree added(
            ConversationEntry entry, ConversationEntry.Id parent, PersistentTreeMap<Head> ends, int moved) {
        String id = entry.id().text();
        require(nodes.get(id) == null, "the id of an entry is its own");
        EntryNode above = node(parent);
        EntryNode child = above.child(entry, entries + 1, moved);
        PersistentTreeMap<EntryNode> more =
                nodes.with(parent.text(), above.withChild(child, moved)).with(id, child);
        return new ConversationTree(more, ends, revision + 1, entries + 1);
    }

    private ConversationTree withHead(String branch, ConversationEntry to) {
        Head head = end(branch);
        ConversationEntry from = head.entry();
        PersistentTreeMap<EntryNode> left =
                nodes.with(from.id().text(), node(from).withHeads(-1));
        PersistentTreeMap<EntryNode> moved =
                left.with(to.id().text(), found(left, to.id()).withHeads(1));
        return new ConversationTree(moved, heads.with(branch, head.at(to)), revision + 1, entries);
    }

    private ConversationEntry parent(ConversationEntry entry) {
        return node(entry.parent().orElseThrow()).entry();
    }

    private static boolean isRoot(ConversationEntry entry) {
        return entry.id().equals(ROOT.id());
    }

    private EntryNode node(ConversationEntry entry) {
        return node(entry.id());
    }

    private EntryNode node(ConversationEntry.Id id) {
        return found(nodes, id);
    }

    private static EntryNode found(PersistentTreeMap<EntryNode> nodes, ConversationEntry.Id id) {
        EntryNode node = nodes.get(id.text());
        if (node == null) {
            throw new IllegalArgumentException("entry " + id + " is none of this tree");
        }
        return node;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConversationTree tree
                && revision == tree.revision
                && entries == tree.entries
                && heads.equals(tree.heads)
                && subtree(ROOT).equals(tree.subtree(ROOT));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(revision) * 31 + heads.hashCode();
    }

    @Override
    public String toString() {
        return "ConversationTree[" + (nodes.size() - 1) + " entries, " + heads().keySet() + ", revision " + revision
                + "]";
    }

    /**
     * The end of a branch.
     *
     * @param created the number of branches that there were before it
     */
    private record Head(int created, ConversationEntry entry) {
        Head at(ConversationEntry other) {
            return new Head(created, other);
        }
    }

    /**
     * What two branches of a conversation have in common and in what they differ. Immutable.
     *
     * @param commonAncestor the last entry that both have; the root of the tree if they have none
     * @param one the first branch
     * @param other the second branch
     * @param state the values of scope BRANCH that differ, by name; empty for a comparison of a tree alone
     */
    public record BranchComparison(
            ConversationEntry commonAncestor, Side one, Side other, List<StateDifference> state) {
        public BranchComparison {
            Objects.requireNonNull(commonAncestor, "commonAncestor");
            Objects.requireNonNull(one, "one");
            Objects.requireNonNull(other, "other");
            state = List.copyOf(state);
        }

        /**
         * Returns the comparison of two branches of a tree, without their state.
         *
         * @throws IllegalArgumentException if there is no branch of one of the names
         */
        public static BranchComparison of(ConversationTree tree, String one, String other) {
            ConversationEntry common = tree.commonAncestor(tree.head(one), tree.head(other));
            return new BranchComparison(common, side(tree, one, common), side(tree, other, common), List.of());
        }

        private static Side side(ConversationTree tree, String branch, ConversationEntry common) {
            List<ConversationEntry> path = tree.path(branch);
            int shared = tree.path(common).size();
            return new Side(branch, path.subList(shared, path.size()));
        }

        /** Returns whether both branches end with the same entry and no value differs. */
        public boolean isEqual() {
            return one.entries().isEmpty() && other.entries().isEmpty() && state.isEmpty();
        }

        /** Returns a copy with these differences of the state. */
        public BranchComparison withState(List<StateDifference> differences) {
            return new BranchComparison(commonAncestor, one, other, differences);
        }

        /**
         * The entries that only one of both branches has.
         *
         * @param branch its name
         * @param entries those behind the common ancestor, oldest first
         */
        public record Side(String branch, List<ConversationEntry> entries) {
            public Side {
                Objects.requireNonNull(branch, "branch");
                entries = List.copyOf(entries);
            }
        }

        /**
         * A value of scope BRANCH that differs. A value from a journal that nobody has read yet is its JSON.
         *
         * @param name the name of its key
         * @param one its value on the first branch; empty if it was never set there
         * @param other its value on the second branch; empty if it was never set there
         */
        public record StateDifference(String name, Optional<Object> one, Optional<Object> other) {
            public StateDifference {
                Objects.requireNonNull(name, "name");
                Objects.requireNonNull(one, "one");
                Objects.requireNonNull(other, "other");
            }

            /** Returns the name, without the values. */
            @Override
            public String toString() {
                return "StateDifference[" + name + "]";
            }
        }
    }
}
