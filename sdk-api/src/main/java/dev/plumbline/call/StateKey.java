package dev.plumbline.call;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A typed name in a {@link State}, with its scope and initial value. Equal by name and scope.
 *
 * @param <T> the type of its values, immutable ones
 * @param name unique within its scope
 * @param scope how long a value lives
 * @param initial the value before the first update
 * @param form how its values are written into the journal of a session that has one; empty when they are not
 */
public record StateKey<T>(String name, Scope scope, T initial, Optional<JsonCodec<T>> form) {
    public StateKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(initial, "initial");
        Objects.requireNonNull(form, "form");
    }

    /** A key of that name, scope and initial value, in memory only. */
    public static <T> StateKey<T> of(String name, Scope scope, T initial) {
        return new StateKey<>(name, scope, initial, Optional.empty());
    }

    /**
     * The same, written down with the conversation and there again when that is resumed. Its values are bound to JSON by
     * their class: numbers, texts, enums, times, and records of those.
     *
     * @throws IllegalArgumentException for the scopes that end with their turn, and when the initial value does not come
     *     back from JSON as it went: give a form of its own then
     */
    @SuppressWarnings("unchecked") // the class of a value of type T
    public StateKey<T> withPersistent() {
        return withPersistent(Json::of, json -> json.as((Class<T>) initial.getClass()));
    }

    /**
     * The same for values of the host's own types: a colour as {@code "#rrggbb"}, a point as two numbers.
     *
     * @param write the value as JSON
     * @param read its inverse; what it throws is never shown, as it might quote the value
     * @throws IllegalArgumentException for the scopes that end with their turn, and when the initial value does not come
     *     back as it went
     */
    public StateKey<T> withPersistent(Function<? super T, Json> write, Function<Json, ? extends T> read) {
        StateKey<T> kept = new StateKey<>(name, scope, initial, Optional.of(new JsonCodec<>(write, read)));
        if (scope != Scope.BRANCH && scope != Scope.SESSION) {
            throw new IllegalArgumentException("state " + this + " ends with its turn: nothing is there to be kept");
        }
        if (!kept.comesBack()) {
            throw new IllegalArgumentException(
                    "the initial value of state " + this + " does not come back from JSON: give withPersistent a form");
        }
        return kept;
    }

    private boolean comesBack() {
        try {
            return form.map(both -> both.read(both.write(initial)).equals(initial))
                    .orElse(false);
        } catch (JsonException | IllegalStateException refused) {
            return false;
        }
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

    /**
     * How values are written and read.
     *
     * @param <T> the type of the values
     * @param writing a value as JSON
     * @param reading its inverse
     */
    public record JsonCodec<T>(Function<? super T, Json> writing, Function<Json, ? extends T> reading) {
        public JsonCodec {
            Objects.requireNonNull(writing, "writing");
            Objects.requireNonNull(reading, "reading");
        }

        /** A value as JSON. */
        public Json write(T value) {
            return writing.apply(value);
        }

        /**
         * The value that was written so.
         *
         * @throws IllegalStateException when it cannot be read, without what it was
         */
        public T read(Json json) {
            try {
                return reading.apply(json);
            } catch (RuntimeException quoting) {
                throw new IllegalStateException(
                        "a stored value does not have the form of its state key any more: read both forms");
            }
        }
    }

    /** The lifetime of a value. */
    public enum Scope {
        ROUND,
        TURN,
        BRANCH,
        SESSION
    }
}
