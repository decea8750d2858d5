package dev.plumbline.session;

import dev.plumbline.call.State;
import dev.plumbline.call.StateKey;
import java.util.function.UnaryOperator;

/**
 * The memory of a session, its turn and its round, by the scope of the key.
 *
 * @param session lives as long as the conversation
 * @param branch lives as long as the branch
 * @param turn lives as long as the turn
 * @param round lives as long as the round
 */
record ScopedState(State session, State branch, State turn, State round) implements State {

    static ScopedState ofTurn(State session, State branch) {
        return new ScopedState(session, branch, State.inMemory(), State.inMemory());
    }

    ScopedState nextRound() {
        return new ScopedState(session, branch, turn, State.inMemory());
    }

    @Override
    public <T> T get(StateKey<T> key) {
        return of(key.scope()).get(key);
    }

    @Override
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        return of(key.scope()).update(key, change);
    }

    private State of(StateKey.Scope scope) {
        return switch (scope) {
            case ROUND -> round;
            case TURN -> turn;
            case BRANCH -> branch;
            case SESSION -> session;
        };
    }
}
