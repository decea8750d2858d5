package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.WaitingMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a conversation knows of a branch apart from its entries. Immutable.
 *
 * @param values the values of scope BRANCH
 * @param turn the turn that runs there, or that was interrupted; null if there is none
 * @param interjected the messages that were sent during a turn and are not stored yet, oldest first
 * @param waiting the messages that wait for their turn, oldest first
 */
record BranchRecord(
        StateValues values,
        @Nullable TurnProgress turn,
        List<Interaction.User> interjected,
        List<WaitingMessage> waiting) {
    static final BranchRecord EMPTY = new BranchRecord(StateValues.EMPTY, null, List.of(), List.of());

    BranchRecord withValues(StateValues other) {
        return new BranchRecord(other, turn, interjected, waiting);
    }

    BranchRecord withTurn(@Nullable TurnProgress other) {
        return new BranchRecord(values, other, interjected, waiting);
    }

    BranchRecord interjected(Interaction.User said) {
        return new BranchRecord(values, turn, longer(interjected, said), waiting);
    }

    /**
     * Returns a copy without the oldest message that was sent during a turn.
     *
     * @throws IllegalArgumentException if there is none
     */
    BranchRecord heard() {
        if (interjected.isEmpty()) {
            throw new IllegalArgumentException("no message waits to be stored");
        }
        return new BranchRecord(values, turn, List.copyOf(interjected.subList(1, interjected.size())), waiting);
    }

    BranchRecord queued(WaitingMessage message) {
        return new BranchRecord(values, turn, interjected, longer(waiting, message));
    }

    private static <T> List<T> longer(List<T> list, T more) {
        List<T> longer = new ArrayList<>(list);
        longer.add(more);
        return List.copyOf(longer);
    }

    /** Returns a copy without the message of that turn. */
    BranchRecord without(String id) {
        return isWaiting(id)
                ? new BranchRecord(
                        values,
                        turn,
                        interjected,
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

    /** Returns whether nothing is known of the branch. */
    boolean isEmpty() {
        return turn == null && values.all().isEmpty() && interjected.isEmpty() && waiting.isEmpty();
    }

    /** Returns the part that is stored. */
    BranchRecord kept() {
        return new BranchRecord(values.kept(), turn == null ? null : turn.kept(), interjected, waiting);
    }
}
