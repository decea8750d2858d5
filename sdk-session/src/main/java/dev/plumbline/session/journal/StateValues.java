package dev.plumbline.session.journal;

import dev.plumbline.conversation.BranchComparison;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map of state values by name. A changed copy shares the original map: each change is a link of a chain,
 * and a long chain is copied into a map. A change therefore takes constant time and space on average.
 */
public final class StateValues {
    private static final int SHORT = 32;

    /** A map without values. */
    static final StateValues EMPTY = new StateValues(Map.of(), null, 0);

    private final Map<String, Object> base;
    private final @Nullable Change newest;
    private final int changes;

    private StateValues(Map<String, Object> base, @Nullable Change newest, int changes) {
        this.base = base;
        this.newest = newest;
        this.changes = changes;
    }

    /** Returns the value of that name; null if there is none. */
    @Nullable
    Object get(String name) {
        for (Change change = newest; change != null; change = change.before) {
            if (change.name.equals(name)) {
                return change.value;
            }
        }
        return base.get(name);
    }

    /** Returns a copy in which that name has that value. */
    StateValues with(String name, Object value) {
        Change change = new Change(name, value, newest);
        return changes < SHORT + base.size() / 8
                ? new StateValues(base, change, changes + 1)
                : new StateValues(merged(change), null, 0);
    }

    /** Returns the names whose values differ from the others, sorted; a restored value is compared as JSON. */
    List<BranchComparison.StateDifference> differences(StateValues others) {
        Set<String> names = new TreeSet<>(all().keySet());
        names.addAll(others.all().keySet());
        List<BranchComparison.StateDifference> found = new ArrayList<>();
        for (String name : names) {
            Object one = get(name);
            Object other = others.get(name);
            if (!isSame(one, other)) {
                found.add(new BranchComparison.StateDifference(name, shown(one), shown(other)));
            }
        }
        return found;
    }

    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        boolean restored = one instanceof UnreadValue || other instanceof UnreadValue;
        return Objects.equals(one, other)
                || (restored && one != null && other != null && json(one).equals(json(other)));
    }

    /** Returns the JSON of a value; empty if it has none. */
    private static Optional<Json> json(Object value) {
        if (value instanceof UnreadValue unread) {
            return Optional.of(unread.json());
        }
        try {
            return Optional.of(Json.of(value));
        } catch (RuntimeException onlyItsKeyCanWriteIt) {
            return Optional.empty();
        }
    }

    private static Optional<Object> shown(@Nullable Object value) {
        return Optional.ofNullable(value instanceof UnreadValue unread ? unread.json() : value);
    }

    private Map<String, Object> all() {
        return newest == null ? base : merged(newest);
    }

    private Map<String, Object> merged(Change last) {
        Map<String, Object> all = new HashMap<>();
        for (Change change = last; change != null; change = change.before) {
            all.putIfAbsent(change.name, change.value);
        }
        base.forEach(all::putIfAbsent);
        return all;
    }

    /** A change, linked to the earlier ones. */
    private record Change(
            String name, Object value, @Nullable Change before) {}
}
