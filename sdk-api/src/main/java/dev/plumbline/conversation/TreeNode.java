package dev.plumbline.conversation;

import dev.plumbline.body.Transcript;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An entry with its position in a tree. Immutable.
 *
 * @param entry the entry
 * @param depth the number of entries before it
 * @param sent the interactions to send for the path that ends here
 * @param children the entries that follow it, in the order of their creation
 */
record TreeNode(ConversationEntry entry, int depth, Transcript sent, List<ConversationEntry.Id> children) {

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
    static TreeNode root() {
        return new TreeNode(ROOT, 0, Transcript.empty(), List.of());
    }

    TreeNode child(ConversationEntry next) {
        Transcript longer = next.isSent() ? sent.appendAll(next.interactions()) : sent;
        return new TreeNode(next, depth + 1, longer, List.of());
    }

    TreeNode withChild(ConversationEntry.Id child) {
        if (children.isEmpty()) {
            return new TreeNode(entry, depth, sent, List.of(child));
        }
        List<ConversationEntry.Id> more = new ArrayList<>(children);
        more.add(child);
        return new TreeNode(entry, depth, sent, List.copyOf(more));
    }

    TreeNode withoutChild(ConversationEntry.Id child) {
        return new TreeNode(
                entry,
                depth,
                sent,
                children.stream().filter(id -> !id.equals(child)).toList());
    }
}
