package dev.plumbline.session.state;

import dev.plumbline.conversation.WaitingMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a conversation knows of a branch besides its entries. Immutable.
 *
 * @param values the values of scope BRANCH
 * @param turn the turn that runs there, or that was interrupted; null if there is none
 * @param waiting the messages that wait for their turn, oldest first
 */
record BranchRecord(StateValues values, @Nullable TurnProgress turn, List<WaitingMessage> waiting) {
    static final BranchRecord EMPTY = new BranchRecord(StateValues.EMPTY, null, List.of());

    BranchRecord withValues(StateValues other) {
        return new BranchRecord(other, turn, waiting);
    }

    BranchRecord withTurn(@Nullable TurnProgress other) {
        return new BranchRecord(values, other, waiting);
    }

    BranchRecord queued(WaitingMessage message) {
        List<WaitingMessage> more = new ArrayList<>(waiting);
        more.add(message);
        return new BranchRecord(values, turn, List.copyOf(more));
    }

    /** Returns a copy without the message of that turn. */
    BranchRecord without(String id) {
        return isWaiting(id)
                ? new BranchRecord(
                        values,
                        turn,
                        waiting.stream()
                                .filter(message -> !message.turn().equals(id))
                                .toList())
                : this;
    }

    boolean isWaiting(String id) {
        for (WaitingMessage message : waiting) {
            if (message.turn().equals(id)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the part that is stored. */
    BranchRecord kept() {
        return new BranchRecord(values.kept(), turn == null ? null : turn.kept(), waiting);
    }
}
