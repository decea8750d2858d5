package dev.plumbline.session.journal;

import dev.plumbline.conversation.BranchComparison;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state values of the branches of a conversation, and for each entry the values at that entry. A branch that moves
 * to an entry gets the values of that entry. The changes of a turn belong to the entry that it appends next, and at the
 * end of the turn to its last entry. A session and the replay of its journal make the same calls, so both have the same
 * values. Guarded by the conversation's lock, except {@link CurrentValues#get}.
 */
public final class StateHistory {
    private final Map<String, CurrentValues> branches = new HashMap<>();

    /** The values by entry id; an entry that is not in the map has no values. */
    private final Map<String, StateValues> entries = new HashMap<>();

    /** Returns the values of a branch. */
    public CurrentValues branch(String name) {
        CurrentValues known = branches.get(name);
        if (known == null) {
            known = new CurrentValues();
            branches.put(name, known);
        }
        return known;
    }

    /**
     * Records a changed value.
     *
     * @param head the last entry of the branch
     */
    public void changed(String branch, ConversationEntry head, String name, Object value) {
        CurrentValues values = branch(branch);
        values.now = values.now.with(name, value);
        if (values.turn == null) {
            keep(head, values.now);
        }
    }

    /** Records the start of a turn on a branch that ends with that entry. An earlier, interrupted turn ends here. */
    public void turnBegan(String branch, ConversationEntry head, String turn) {
        CurrentValues values = branch(branch);
        if (values.turn != null) {
            keep(head, values.now);
        }
        values.turn = turn;
        values.start = head.id();
        values.atStart = values.now;
    }

    /** Records the end of a turn; does nothing if it is not the turn of that branch. */
    public void turnEnded(String branch, ConversationEntry head, String turn) {
        CurrentValues values = branch(branch);
        if (turn.equals(values.turn)) {
            keep(head, values.now);
            values.turn = null;
        }
    }

    /** Records an appended entry of a branch. */
    public void appended(String branch, ConversationEntry entry) {
        keep(entry, branch(branch).now);
    }

    /**
     * Records the new last entry of a branch. A turn that returns to its start restores the values that the branch had.
     */
    public void moved(String branch, ConversationEntry head) {
        CurrentValues values = branch(branch);
        boolean back = values.turn != null && head.id().equals(values.start);
        values.now = back ? values.atStart : at(head);
    }

    /**
     * Records a new branch.
     *
     * @param from the last entry of the new branch
     * @param like the branch from which it was created
     * @param head the last entry of that branch
     */
    public void forked(String branch, ConversationEntry from, String like, ConversationEntry head) {
        CurrentValues origin = branch(like);
        boolean same = origin.turn == null && head.id().equals(from.id());
        branch(branch).now = same ? origin.now : at(from);
    }

    /**
     * Records a summary: its entry has the values of the last replaced entry, and each copy has those of its original.
     */
    public void summarized(String branch, ConversationTree before, ConversationTree after) {
        List<ConversationEntry> old = before.path(branch);
        List<ConversationEntry> path = after.path(branch);
        int shorter = old.size() - path.size();
        for (int i = path.size() - 1; i >= 0 && before.find(path.get(i).id()).isEmpty(); i--) {
            keep(path.get(i), at(old.get(i + shorter)));
        }
    }

    /** Returns the values in which two branches differ, by name. */
    public List<BranchComparison.StateDifference> differences(String one, String other) {
        return branch(one).now.differences(branch(other).now);
    }

    /** Records the deletion of an entry. */
    public void deleted(ConversationEntry entry) {
        entries.remove(entry.id().text());
    }

    private StateValues at(ConversationEntry entry) {
        return entries.getOrDefault(entry.id().text(), StateValues.EMPTY);
    }

    private void keep(ConversationEntry entry, StateValues values) {
        if (values == StateValues.EMPTY) {
            entries.remove(entry.id().text());
        } else {
            entries.put(entry.id().text(), values);
        }
    }

    /** The current values of a branch or of a whole conversation. Any thread may read them. */
    public static final class CurrentValues {
        private volatile StateValues now = StateValues.EMPTY;

        /** The turn whose changes have no entry yet; null if none runs and none was interrupted. */
        private @Nullable String turn;

        /** The last entry at the start of that turn, and the values at that time. */
        private ConversationEntry.@Nullable Id start;

        private StateValues atStart = StateValues.EMPTY;

        /** Returns the value of that name; null if there is none. */
        public @Nullable Object get(String name) {
            return now.get(name);
        }

        /** Sets a value of the whole conversation. */
        public void set(String name, Object value) {
            now = now.with(name, value);
        }
    }
}
