package dev.plumbline.session.state;

import dev.plumbline.call.State;
import dev.plumbline.call.StateKey;
import dev.plumbline.json.Json;
import dev.plumbline.json.UntrustedJson;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The memory of a branch, or of a whole conversation: one made from it begins with what it knew and goes its own way.
 * What was written down of it is read when it is first asked for, as only the key knows how.
 */
public final class Memory implements State {
    private final Map<StateKey<?>, Object> values;
    private final Map<String, Json> written;
    private final Keeper keeper;

    private Memory(Map<StateKey<?>, Object> values, Map<String, Json> written, Keeper keeper) {
        this.values = new ConcurrentHashMap<>(values);
        this.written = Map.copyOf(written);
        this.keeper = keeper;
    }

    /** One that knows what was written down, by name. */
    static Memory of(Map<String, Json> written, Keeper keeper) {
        return new Memory(Map.of(), written, keeper);
    }

    Memory copy(Keeper other) {
        return new Memory(values, written, other);
    }

    @Override
    @SuppressWarnings("unchecked") // a value is only ever stored under a key of its type
    public <T> T get(StateKey<T> key) {
        T value = (T) values.get(key);
        return value == null ? initial(key) : value;
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        T value =
                (T) values.compute(key, (k, old) -> storable(key, change.apply(old == null ? initial(key) : (T) old)));
        key.form().ifPresent(form -> keeper.changed(key, form.write(value), () -> values.get(key) == value));
        return value;
    }

    /** Refuses what could not be written down before anything has changed. */
    private static <T> T storable(StateKey<T> key, T value) {
        key.form().ifPresent(form -> UntrustedJson.of(form.write(value)));
        return value;
    }

    private <T> T initial(StateKey<T> key) {
        return key.form()
                .flatMap(form -> Optional.ofNullable(written.get(key.name())).map(form::read))
                .orElse(key.initial());
    }

    /** Who writes changes down. */
    interface Keeper {

        /**
         * A value changed.
         *
         * @param newest whether it is the value still; when not, another change follows
         */
        void changed(StateKey<?> key, Json value, BooleanSupplier newest);
    }

    /**
     * The memory of a session, its turn and its round, by the scope of the key.
     *
     * @param session lives as long as the conversation
     * @param branch lives as long as the branch
     * @param turn lives as long as the turn
     * @param round lives as long as the round
     */
    public record ScopedState(State session, State branch, State turn, State round) implements State {

        static ScopedState ofTurn(State session, State branch) {
            return new ScopedState(session, branch, State.inMemory(), State.inMemory());
        }

        /** What users allowed in a session, and in its turn, for all branches. */
        static ScopedState ofApprovals(State session) {
            return ofTurn(session, session);
        }

        /** The same for another round. */
        public ScopedState nextRound() {
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
}
