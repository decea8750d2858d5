package dev.plumbline.mcp;

import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The state of one call: values of a turn or round end with the call, others are shared by the calls of a client. Tools
 * also find the client itself in it.
 *
 * @param client the client of the call
 * @param own the values that end with the call
 * @param shared the state of all calls of the client
 */
record CallState(McpClient client, State own, State shared) implements State {
    private static final StateKey<Optional<McpClient>> CLIENT =
            StateKey.of("mcp-client", StateKey.Scope.TURN, Optional.empty());

    static Optional<McpClient> clientOf(State state) {
        return state.get(CLIENT);
    }

    @Override
    @SuppressWarnings("unchecked") // the key decides the type of its value
    public <T> T get(StateKey<T> key) {
        return key.equals(CLIENT) ? (T) Optional.of(client) : of(key).get(key);
    }

    @Override
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        return of(key).update(key, change);
    }

    private State of(StateKey<?> key) {
        boolean ends = key.scope() == StateKey.Scope.TURN || key.scope() == StateKey.Scope.ROUND;
        return ends ? own : shared;
    }
}
