package dev.plumbline.session.state;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.session.journal.PendingToolCalls;
import java.util.List;
import java.util.Optional;

/**
 * One branch of a conversation at one moment, and the body it amounts to. Immutable.
 *
 * @param tree the conversation
 * @param name of the branch
 * @param body what would be sent next: all entries but partial answers of turns that failed or were cancelled
 */
public record Branch(ConversationTree tree, String name, AiBody body) {

    /** The branch in that tree. */
    Branch in(ConversationTree other) {
        return new Branch(other, name, body.withInteractions(other.interactions(name)));
    }

    /** Its newest entry; the root when nothing was said. */
    public Entry tip() {
        return tree.head(name);
    }

    /** Its entries, oldest first. */
    public List<Entry> path() {
        return tree.path(name);
    }

    /** Its newest entry of that kind. */
    public Optional<Entry> last(Interaction.Kind kind) {
        Optional<Entry> at = Optional.of(tip());
        while (at.isPresent() && !isOf(at.get(), kind)) {
            at = at.get().parent().flatMap(tree::find);
        }
        return at;
    }

    private static boolean isOf(Entry entry, Interaction.Kind kind) {
        return !entry.interactions().isEmpty() && entry.kind() == kind;
    }

    /** The last entry behind which something can be said: not between calls and their results. */
    public Entry sayable() {
        return PendingToolCalls.awaitsResults(tip())
                ? tree.find(tip().parent().orElseThrow()).orElseThrow()
                : tip();
    }

    /** Whether the model is due: the last message is the user's or a tool result, and no complete answer follows. */
    boolean awaitsAnswer() {
        int size = body.interactions().size();
        return size > 0
                && switch (body.interactions().get(size - 1).kind()) {
                    case USER, TOOL_RESULT -> true;
                    case CONTEXT, SYSTEM, ASSISTANT, TOOL_CALL, SUMMARY -> false;
                };
    }

    /** The last thing a person said; nothing when nobody did. */
    public Interaction.User question() {
        for (int i = body.interactions().size() - 1; i >= 0; i--) {
            if (body.interactions().get(i) instanceof Interaction.User user) {
                return user;
            }
        }
        return new Interaction.User(List.of());
    }
}
