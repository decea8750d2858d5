package dev.plumbline.call;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

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
     * @param name unique within its scope
     * @param scope the lifetime of a value
     * @param initial the value before the first update
     * @param codec how its values are written into the journal of a session that has one; empty if they are not written
     */
    record StateKey<T>(String name, Scope scope, T initial, Optional<JsonCodec<T>> codec) {
        public StateKey {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(scope, "scope");
            Objects.requireNonNull(initial, "initial");
            Objects.requireNonNull(codec, "codec");
        }

        /** Returns a key of that name, scope and initial value, in memory only. */
        public static <T> StateKey<T> of(String name, Scope scope, T initial) {
            return new StateKey<>(name, scope, initial, Optional.empty());
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
            StateKey<T> kept = new StateKey<>(name, scope, initial, Optional.of(new JsonCodec<>(write, read)));
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
                return codec.map(both -> both.read(both.write(initial)).equals(initial))
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
         * The functions that write and read values.
         *
         * @param <T> the type of the values
         * @param encoder converts a value to JSON
         * @param decoder its inverse
         */
        public record JsonCodec<T>(Function<? super T, Json> encoder, Function<Json, ? extends T> decoder) {
            public JsonCodec {
                Objects.requireNonNull(encoder, "encoder");
                Objects.requireNonNull(decoder, "decoder");
            }

            /** Converts a value to JSON. */
            public Json write(T value) {
                return encoder.apply(value);
            }

            /**
             * Converts JSON back to the value.
             *
             * @throws IllegalStateException if it cannot be read; the message does not quote it
             */
            public T read(Json json) {
                try {
                    return decoder.apply(json);
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
}
