package dev.plumbline.call;

import java.util.Objects;

/**
 * A typed name in a {@link State}, with its scope and initial value. Equal by name and scope.
 *
 * @param <T> the type of its values, immutable ones
 * @param name unique within its scope
 * @param scope how long a value lives
 * @param initial the value before the first update
 */
public record StateKey<T>(String name, Scope scope, T initial) {
    public StateKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(initial, "initial");
    }

    /** A key of that name, scope and initial value. */
    public static <T> StateKey<T> of(String name, Scope scope, T initial) {
        return new StateKey<>(name, scope, initial);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StateKey<?> key && name.equals(key.name) && scope == key.scope;
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + scope.hashCode();
    }

    @Override
    public String toString() {
        return scope + " " + name;
    }

    /** How long a value lives. */
    public enum Scope {
        ROUND,
        TURN,
        BRANCH,
        SESSION
    }
}
