package dev.plumbline.session.internal;

import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.session.state.ConversationChange.ValueSet;
import dev.plumbline.session.state.StateValues;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The state values of a branch, or of a whole conversation. A value from the journal is decoded when it is read, because
 * only its key can decode it. Thread-safe.
 *
 * @param branch the name of the branch; null for the conversation
 */
record ConversationValues(
        Conversation conversation, @Nullable String branch) implements State {

    @Override
    public <T> T get(StateKey<T> key) {
        return read(key, conversation.state().value(branch, key.name()));
    }

    /** {@inheritDoc} If two threads change a value at the same time, one of them computes its change again. */
    @Override
    @SuppressWarnings("ReferenceEquality") // each change has a value of its own
    public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
        while (true) {
            StateValues.Value before = conversation.state().value(branch, key.name());
            T value = change.apply(read(key, before));
            Json form = key.isPersistent() ? storable(key.toJson(value)) : null;
            synchronized (conversation.lock) {
                if (conversation.state().value(branch, key.name()) == before) {
                    conversation.apply(
                            CallIds.NONE,
                            new ValueSet(Optional.ofNullable(branch), key.name(), new StateValues.Value(value, form)));
                    return value;
                }
            }
        }
    }

    /** Refuses a value that could not be written, before anything has changed. */
    private static Json storable(Json form) {
        UntrustedJson.of(form);
        return form;
    }

    @SuppressWarnings("unchecked") // a value is only ever stored under a key of its type
    private static <T> T read(StateKey<T> key, StateValues.@Nullable Value stored) {
        if (stored == null) {
            return key.initial();
        }
        Object value = stored.value();
        Json form = stored.form();
        if (value != null) {
            return (T) value;
        }
        return form != null && key.isPersistent() ? key.fromJson(form) : key.initial();
    }

    /**
     * The state of a session, its turn and its round, selected by the scope of the key.
     *
     * @param session the state of the conversation
     * @param branch the state of the branch
     * @param turn the state of the turn
     * @param round the state of the round
     */
    record Scoped(State session, State branch, State turn, State round) implements State {

        static Scoped ofTurn(State session, State branch) {
            return new Scoped(session, branch, State.inMemory(), State.inMemory());
        }

        /** Returns the state outside of a turn, which refuses keys of turns and rounds. */
        static Scoped outsideOfTurns(State session, State branch) {
            return new Scoped(session, branch, Refusing.INSTANCE, Refusing.INSTANCE);
        }

        /** Returns the approvals of users in a session and in a new turn, for all branches. */
        static Scoped ofApprovals(State session) {
            return ofTurn(session, session);
        }

        /** Returns a copy with a new state of the round. */
        Scoped nextRound() {
            return new Scoped(session, branch, turn, State.inMemory());
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

    /** The state of a turn where there is none. */
    private enum Refusing implements State {
        INSTANCE;

        @Override
        public <T> T get(StateKey<T> key) {
            throw new IllegalArgumentException(
                    "state " + key + " ends with its turn; outside of turns there are keys of BRANCH and SESSION");
        }

        @Override
        public <T> T update(StateKey<T> key, UnaryOperator<T> change) {
            return get(key);
        }
    }
}
