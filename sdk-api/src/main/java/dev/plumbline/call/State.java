package dev.plumbline.call;

import java.util.function.UnaryOperator;

/**
 * Small memory for tools and policies: immutable values by typed key. Updates are atomic and seen at once. Safe for any
 * number of threads.
 */
public interface State {

    /** A state of its own that knows no scopes: values live as long as it does. */
    static State inMemory() {
        return new InMemoryState();
    }

    /** The value; the key's initial one when nothing was stored. */
    <T> T get(StateKey<T> key);

    /** Changes the value and returns the new one; {@code change} is pure and quick. */
    <T> T update(StateKey<T> key, UnaryOperator<T> change);
}
