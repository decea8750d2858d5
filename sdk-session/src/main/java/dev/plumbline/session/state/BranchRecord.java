package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.internal.PersistentTreeMap;
import java.util.ArrayList;
import java.util.List;

/**
 * What a conversation knows of a branch apart from its entries and its turn. Immutable.
 *
 * @param values the values of scope BRANCH
 * @param calls what is known of the tool calls of the newest entry, by their ids; one that has not begun is not in the map
 * @param interjected the messages that were sent during a turn and are not stored yet, oldest first
 * @param waiting the messages that wait for their turn, oldest first
 */
record BranchRecord(
        StateValues values,
        PersistentTreeMap<OpenCalls.Progress> calls,
        List<Interaction.User> interjected,
        List<WaitingMessage> waiting) {
    static final BranchRecord EMPTY =
            new BranchRecord(StateValues.EMPTY, PersistentTreeMap.empty(), List.of(), List.of());

    BranchRecord withValues(StateValues other) {
        return new BranchRecord(other, calls, interjected, waiting);
    }

    /** Returns a copy with that progress of a call. */
    BranchRecord with(String call, OpenCalls.Progress progress) {
        return new BranchRecord(values, calls.with(call, progress), interjected, waiting);
    }

    /** Returns what is known of a call. */
    OpenCalls.Progress call(String id) {
        OpenCalls.Progress known = calls.get(id);
        return known == null ? OpenCalls.Progress.NONE : known;
    }

    /** Returns a copy for another newest entry, whose calls have not begun. */
    BranchRecord withoutCalls() {
        return calls.isEmpty() ? this : new BranchRecord(values, PersistentTreeMap.empty(), interjected, waiting);
    }

    BranchRecord interjected(Interaction.User said) {
        return new BranchRecord(values, calls, longer(interjected, said), waiting);
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
        return new BranchRecord(values, calls, List.copyOf(interjected.subList(1, interjected.size())), waiting);
    }

    BranchRecord queued(WaitingMessage message) {
        return new BranchRecord(values, calls, interjected, longer(waiting, message));
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
                        calls,
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
        return values.all().isEmpty() && calls.isEmpty() && interjected.isEmpty() && waiting.isEmpty();
    }
}
