package dev.plumbline.conversation;

import dev.plumbline.body.Transcript;
import dev.plumbline.event.Usage;
import dev.plumbline.internal.PersistentTreeMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An entry with its position in a tree. Immutable.
 *
 * @param entry the entry
 * @param depth the number of entries before it
 * @param order when it was created, among all entries of the tree
 * @param sent the interactions to send for the path that ends here
 * @param children the ids of the entries that follow it, by the order of their creation
 * @param heads the number of branches that end here
 */
record EntryNode(
        ConversationEntry entry,
        int depth,
        long order,
        Transcript sent,
        PersistentTreeMap<ConversationEntry.Id> children,
        int heads) {

    /** The first entry of all trees, which has no content. */
    static final ConversationEntry ROOT = new ConversationEntry(
            new ConversationEntry.Id("root"),
            Optional.empty(),
            List.of(),
            ConversationEntry.Status.COMPLETE,
            Usage.NONE,
            Instant.EPOCH,
            Duration.ZERO);

    /** Returns the root of a tree that has no entries yet. */
    static EntryNode root() {
        return new EntryNode(ROOT, 0, 0, Transcript.empty(), PersistentTreeMap.empty(), 0);
    }

    /** Returns the node of an entry that follows this one, where so many branches end. */
    EntryNode child(ConversationEntry next, long created, int ends) {
        return new EntryNode(next, depth + 1, created, sent.appendAll(next.sent()), PersistentTreeMap.empty(), ends);
    }

    /** Returns the node with another entry, after that node. */
    EntryNode changed(ConversationEntry other, EntryNode parent) {
        return new EntryNode(other, depth, order, parent.sent.appendAll(other.sent()), children, heads);
    }

    /** Returns the node with one more child, to which so many of the branches that ended here moved. */
    EntryNode withChild(EntryNode child, int moved) {
        return new EntryNode(
                entry, depth, order, sent, children.with(key(child.order), child.entry.id()), heads - moved);
    }

    EntryNode withoutChild(EntryNode child) {
        return new EntryNode(entry, depth, order, sent, children.without(key(child.order)), heads);
    }

    /** Returns the node with so many more branches that end here. */
    EntryNode withHeads(int more) {
        return new EntryNode(entry, depth, order, sent, children, heads + more);
    }

    /** Returns the ids of the entries that follow it, in the order of their creation. */
    List<ConversationEntry.Id> childIds() {
        if (children.isEmpty()) {
            return List.of();
        }
        List<ConversationEntry.Id> ids = new ArrayList<>(children.size());
        children.forEach((created, id) -> ids.add(id));
        return ids;
    }

    /** Returns a name that sorts as the number does. */
    static String key(long created) {
        String digits = Long.toString(created, Character.MAX_RADIX);
        return (char) ('A' + digits.length()) + digits;
    }

    /** Returns the nodes of a path, root included; {@code said} has the interactions of all its entries, in order. */
    static PersistentTreeMap<EntryNode> path(List<ConversationEntry> path, Transcript said) {
        SortedMap<String, EntryNode> nodes = new TreeMap<>();
        ConversationEntry before = ROOT;
        int sent = 0;
        for (ConversationEntry entry : path) {
            require(entry.parent().equals(Optional.of(before.id())), "the parent of an entry is the one before it");
            put(
                    nodes,
                    new EntryNode(
                            before,
                            nodes.size(),
                            nodes.size(),
                            said.prefix(sent),
                            follower(nodes.size() + 1, entry),
                            0));
            sent += held(entry, said, sent);
            before = entry;
        }
        require(sent == said.size(), "the entries hold all that was said");
        put(nodes, new EntryNode(before, path.size(), path.size(), said, PersistentTreeMap.empty(), 1));
        return PersistentTreeMap.of(nodes);
    }

    private static PersistentTreeMap<ConversationEntry.Id> follower(long created, ConversationEntry next) {
        return PersistentTreeMap.<ConversationEntry.Id>empty().with(key(created), next.id());
    }

    /** Returns the last entry of a path. */
    static ConversationEntry last(List<ConversationEntry> path) {
        return path.isEmpty() ? ROOT : path.get(path.size() - 1);
    }

    private static void put(Map<String, EntryNode> nodes, EntryNode node) {
        require(nodes.put(node.entry().id().text(), node) == null, "the id of an entry is its own");
    }

    static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Returns how many of the interactions an entry has. */
    private static int held(ConversationEntry entry, Transcript said, int from) {
        int size = entry.interactions().size();
        boolean same = entry.isSent() && from + size <= said.size();
        for (int i = 0; same && i < size; i++) {
            same = entry.interactions().get(i) == said.get(from + i);
        }
        require(same, "an entry is whole, and holds what was said there");
        return size;
    }
}
