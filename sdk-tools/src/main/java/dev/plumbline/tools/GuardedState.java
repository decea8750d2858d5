package dev.plumbline.tools;

import dev.plumbline.call.State;
import java.util.function.UnaryOperator;

/**
 * The state that a tool sees: it can be read at any time, and changed while the call runs.
 *
 * @param state the state of the session
 * @param open throws once the call is over
 */
record GuardedState(State state, Runnable open) implements State {
    @Override
    public <T> T get(StateKey<T> key) {
        return state.get(key);
    }

    @Override
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        open.run();
        return state.update(key, change);
    }
}
