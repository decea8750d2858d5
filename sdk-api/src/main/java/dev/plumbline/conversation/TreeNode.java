package dev.plumbline.conversation;

import dev.plumbline.body.Transcript;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An entry in its place. Immutable.
 *
 * @param entry the entry
 * @param depth how many entries are before it
 * @param sent what would be sent of the path that ends here
 * @param children the entries that follow it, in the order of their creation
 */
record TreeNode(Entry entry, int depth, Transcript sent, List<Entry.Id> children) {

    /** The entry at which all trees begin; it carries nothing. */
    static final Entry ROOT = new Entry(
            new Entry.Id("root"),
            Optional.empty(),
            List.of(),
            Entry.Status.COMPLETE,
            Usage.NONE,
            Instant.EPOCH,
            Duration.ZERO);

    /** The root of a tree that has no entries yet. */
    static TreeNode root() {
        return new TreeNode(ROOT, 0, Transcript.empty(), List.of());
    }

    TreeNode child(Entry next) {
        Transcript longer = next.isSent() ? sent.appendAll(next.interactions()) : sent;
        return new TreeNode(next, depth + 1, longer, List.of());
    }

    TreeNode withChild(Entry.Id child) {
        List<Entry.Id> more = new ArrayList<>(children);
        more.add(child);
        return new TreeNode(entry, depth, sent, List.copyOf(more));
    }

    TreeNode withoutChild(Entry.Id child) {
        return new TreeNode(
                entry,
                depth,
                sent,
                children.stream().filter(id -> !id.equals(child)).toList());
    }
}
