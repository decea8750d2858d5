package dev.plumbline.session.state;

import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.Usage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A turn that runs on a branch, or that was interrupted by the end of the program. Immutable.
 *
 * @param id the id of the turn
 * @param start the entry that the turn follows, and to which the branch returns if the turn leaves nothing
 * @param values the values of the branch when the turn began
 * @param own the entries that it appended, newest first; null if there are none
 */
record TurnProgress(
        String id,
        ConversationEntry.Id start,
        StateValues values,
        @Nullable Own own) {

    static TurnProgress begun(String id, ConversationEntry.Id start, StateValues values) {
        return new TurnProgress(id, start, values, null);
    }

    /** Returns a copy with an appended entry; {@code interjected} says whether it is a message that was sent during a turn. */
    TurnProgress appended(ConversationEntry entry, boolean interjected) {
        return new TurnProgress(id, start, values, new Own(entry, false, interjected, own));
    }

    /** Returns whether an entry that it appended is a message that was sent during a turn. */
    boolean isInterjected(ConversationEntry.Id entry) {
        for (Own at = own; at != null; at = at.before()) {
            if (at.interjected() && at.entry().id().equals(entry)) {
                return true;
            }
        }
        return false;
    }

    TurnProgress startingAt(ConversationEntry.Id other, @Nullable Own all) {
        return new TurnProgress(id, other, values, all);
    }

    /** Returns the part that is stored. */
    TurnProgress kept() {
        return new TurnProgress(id, start, values.kept(), own);
    }

    /** Returns the entries that it appended without copies, oldest first. */
    List<ConversationEntry> originals() {
        List<ConversationEntry> entries = new ArrayList<>();
        for (Own at = own; at != null; at = at.before()) {
            if (!at.copy()) {
                entries.add(at.entry());
            }
        }
        Collections.reverse(entries);
        return entries;
    }

    /** Returns the usage of its answers; their cost is not stored with them. */
    UsageTotal spent() {
        Usage used = originals().stream().map(ConversationEntry::usage).reduce(Usage.NONE, Usage::plus);
        return new UsageTotal(used, null, used.calls() == 0);
    }

    /** Returns the entries that it appended, newest first. */
    List<ConversationEntry> newestFirst() {
        List<ConversationEntry> entries = new ArrayList<>();
        for (Own at = own; at != null; at = at.before()) {
            entries.add(at.entry());
        }
        return entries;
    }

    /**
     * An appended entry, linked to those before it.
     *
     * @param entry the entry without its facts, which are in the tree alone
     * @param copy whether it is the copy of another one behind a summary
     * @param interjected whether it is a message that was sent during a turn
     */
    record Own(
            ConversationEntry entry,
            boolean copy,
            boolean interjected,
            @Nullable Own before) {
        Own {
            if (entry.facts().isPresent()) {
                entry = entry.withoutFacts(entry.facts().get().values().keySet());
            }
        }

        /** Compares the entries one by one, because a long turn is deeper than the stack. */
        @Override
        public boolean equals(@Nullable Object other) {
            Own one = this;
            Own two = other instanceof Own own ? own : null;
            while (one != null && two != null && one != two) {
                if (one.copy != two.copy || one.interjected != two.interjected || !one.entry.equals(two.entry)) {
                    return false;
                }
                one = one.before;
                two = two.before;
            }
            return one == two;
        }

        @Override
        public int hashCode() {
            return entry.hashCode();
        }

        @Override
        public String toString() {
            return "Own[" + entry.id() + "]";
        }
    }
}
