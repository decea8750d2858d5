package dev.plumbline.call;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A small memory for tools and policies: immutable values by typed key. Updates are atomic and visible at once.
 * Thread-safe.
 */
public interface State {

    /** Returns a separate state without scopes: values exist as long as it does. */
    static State inMemory() {
        return new InMemoryState();
    }

    /** Returns the value; the key's initial one if nothing was stored. */
    <T> T get(StateKey<T> key);

    /** Changes the value and returns the new one; {@code change} must be pure and quick. */
    <T> T update(StateKey<T> key, UnaryOperator<T> change);

    /**
     * A typed name in a {@link State}, with its scope and initial value. Equal by name and scope.
     *
     * @param <T> the type of its values, immutable ones
     */
    final class StateKey<T> {
        private final String name;
        private final Scope scope;
        private final T initial;
        private final @Nullable Function<? super T, Json> writer;
        private final @Nullable Function<Json, ? extends T> reader;

        private StateKey(
                String name,
                Scope scope,
                T initial,
                @Nullable Function<? super T, Json> writer,
                @Nullable Function<Json, ? extends T> reader) {
            this.name = Objects.requireNonNull(name, "name");
            this.scope = Objects.requireNonNull(scope, "scope");
            this.initial = Objects.requireNonNull(initial, "initial");
            this.writer = writer;
            this.reader = reader;
        }

        /** Returns a key of that name, scope and initial value, in memory only. */
        public static <T> StateKey<T> of(String name, Scope scope, T initial) {
            return new StateKey<>(name, scope, initial, null, null);
        }

        /**
         * Returns a copy whose values are stored with the conversation and restored when it is resumed. Values are bound to
         * JSON by their class: numbers, texts, enums, times, and records of those.
         *
         * @throws IllegalArgumentException for scopes that end with their turn, and if the initial value is not equal after
         *     writing and reading: use the other overload then
         */
        @SuppressWarnings("unchecked") // the class of a value of type T
        public StateKey<T> withPersistent() {
            return withPersistent(Json::of, json -> json.as((Class<T>) initial.getClass()));
        }

        /**
         * Returns a copy that stores values of the host's own types: a colour as {@code "#rrggbb"}, a point as two numbers.
         *
         * @param write converts a value to JSON
         * @param read its inverse; its exceptions are never shown, as they might quote the value
         * @throws IllegalArgumentException for scopes that end with their turn, and if the initial value is not equal after
         *     writing and reading
         */
        public StateKey<T> withPersistent(Function<? super T, Json> write, Function<Json, ? extends T> read) {
            StateKey<T> kept = new StateKey<>(name, scope, initial, write, read);
            if (scope != Scope.BRANCH && scope != Scope.SESSION) {
                throw new IllegalArgumentException(
                        "state " + this + " ends with its turn: nothing is there to be kept");
            }
            if (!kept.comesBack()) {
                throw new IllegalArgumentException("the initial value of state " + this
                        + " does not come back from JSON: give withPersistent a form");
            }
            return kept;
        }

        private boolean comesBack() {
            try {
                return fromJson(toJson(initial)).equals(initial);
            } catch (JsonException | IllegalStateException refused) {
                return false;
            }
        }

        /** Returns the name, which is unique within its scope. */
        public String name() {
            return name;
        }

        /** Returns the lifetime of a value. */
        public Scope scope() {
            return scope;
        }

        /** Returns the value before the first update. */
        public T initial() {
            return initial;
        }

        /** Returns whether values are written into the journal of a session that has one. */
        public boolean isPersistent() {
            return writer != null;
        }

        /**
         * Converts a value of a persistent key to JSON.
         *
         * @throws IllegalStateException if the key is not persistent
         */
        public Json toJson(T value) {
            return persistent(writer).apply(value);
        }

        /**
         * Converts JSON back to the value.
         *
         * @throws IllegalStateException if it cannot be read; the message does not quote it. Also if the key is not persistent
         */
        public T fromJson(Json json) {
            Function<Json, ? extends T> form = persistent(reader);
            try {
                return form.apply(json);
            } catch (RuntimeException quoting) {
                throw new IllegalStateException(
                        "a stored value does not have the form of its state key any more: read both forms");
            }
        }

        private <F> F persistent(@Nullable F form) {
            if (form == null) {
                throw new IllegalStateException("state " + this + " is not persistent; see withPersistent");
            }
            return form;
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

        /** The lifetime of a value. */
        public enum Scope {
            ROUND,
            TURN,
            BRANCH,
            SESSION
        }
    }
}
