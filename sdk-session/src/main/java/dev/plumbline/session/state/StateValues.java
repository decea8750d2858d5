package dev.plumbline.session.state;

import dev.plumbline.conversation.ConversationTree.BranchComparison;
import dev.plumbline.internal.PersistentTreeMap;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * State values by name. A changed copy shares all but the path to the change. Immutable.
 *
 * @param all the values by the names of their keys
 */
public record StateValues(PersistentTreeMap<StateValues.Value> all) {
    /** No values. */
    static final StateValues EMPTY = new StateValues(PersistentTreeMap.empty());

    /** Returns the value of that name; null if there is none. */
    public @Nullable Value get(String name) {
        return all.get(name);
    }

    StateValues with(String name, Value value) {
        return new StateValues(all.with(name, value));
    }

    /** Returns the values that are stored, as they are after they were read again. */
    StateValues kept() {
        SortedMap<String, Value> kept = new TreeMap<>();
        all.forEach((name, value) -> {
            if (value.form() != null) {
                kept.put(name, new Value(null, value.form()));
            }
        });
        return new StateValues(PersistentTreeMap.of(kept));
    }

    /**
     * Returns the names whose values differ, sorted. Of a value from the journal that nobody has read yet both sides are
     * compared and shown as JSON, because only its key can read it.
     */
    List<BranchComparison.StateDifference> differences(StateValues others) {
        Set<String> names = new TreeSet<>();
        all.forEach((name, value) -> names.add(name));
        others.all.forEach((name, value) -> names.add(name));
        List<BranchComparison.StateDifference> found = new ArrayList<>();
        for (String name : names) {
            Value one = get(name);
            Value other = others.get(name);
            boolean asJson = isUnread(one) || isUnread(other);
            Optional<Object> shown = shown(one, asJson);
            Optional<Object> otherShown = shown(other, asJson);
            if (!shown.equals(otherShown)) {
                found.add(new BranchComparison.StateDifference(name, shown, otherShown));
            }
        }
        return found;
    }

    private static boolean isUnread(@Nullable Value value) {
        return value != null && value.value() == null;
    }

    private static Optional<Object> shown(@Nullable Value value, boolean asJson) {
        if (value == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(asJson && value.form() != null ? value.form() : value.value());
    }

    /**
     * A value of a state key.
     *
     * @param value the value; null if it came from the journal and no key has read it
     * @param form the JSON that is stored; null if it is not stored
     */
    public record Value(@Nullable Object value, @Nullable Json form) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Value same && Objects.equals(form, same.form) && Objects.equals(value, same.value);
        }

        @Override
        public int hashCode() {
            return Objects.hash(value, form);
        }

        /** Returns a text without the value. */
        @Override
        public String toString() {
            return form == null ? "Value[not stored]" : "Value[stored]";
        }
    }
}
