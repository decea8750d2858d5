package dev.plumbline.conversation;

import dev.plumbline.body.Transcript;
import dev.plumbline.internal.PersistentTreeMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds the nodes of a conversation tree that has one branch. */
final class LinearTreeBuilder {

    private LinearTreeBuilder() {}

    /** Returns the nodes of a path, root included; {@code said} has the interactions of all its entries, in order. */
    static PersistentTreeMap<TreeNode> of(List<ConversationEntry> path, Transcript said) {
        SortedMap<String, TreeNode> nodes = new TreeMap<>();
        ConversationEntry before = TreeNode.ROOT;
        int sent = 0;
        for (ConversationEntry entry : path) {
            require(entry.parent().equals(Optional.of(before.id())), "the parent of an entry is the one before it");
            put(
                    nodes,
                    new TreeNode(
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
        put(nodes, new TreeNode(before, path.size(), path.size(), said, PersistentTreeMap.empty(), 1));
        return PersistentTreeMap.of(nodes);
    }

    private static PersistentTreeMap<ConversationEntry.Id> follower(long created, ConversationEntry next) {
        return PersistentTreeMap.<ConversationEntry.Id>empty().with(TreeNode.key(created), next.id());
    }

    /** Returns the last entry of a path. */
    static ConversationEntry last(List<ConversationEntry> path) {
        return path.isEmpty() ? TreeNode.ROOT : path.get(path.size() - 1);
    }

    private static void put(Map<String, TreeNode> nodes, TreeNode node) {
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
