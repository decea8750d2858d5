package dev.plumbline.event;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The progress of a turn, for a status line.
 *
 * @param state what is going on
 * @param label a short text for the user, made of states, counts and the names of tools
 * @param percent 0 to 100 where it can be known: of a batch of tools, and at the end
 * @param until while it waits, until when
 */
public record Progress(State state, String label, OptionalInt percent, Optional<Instant> until) {
    /** Nothing is going on. */
    public static final Progress IDLE = new Progress(State.IDLE, "Ready", OptionalInt.empty(), Optional.empty());

    public Progress {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(percent, "percent");
        Objects.requireNonNull(until, "until");
    }

    /** Written out: the one of the JDK is made by method handles, which a first call would wait for (0063). */
    @Override
    public boolean equals(Object other) {
        return other instanceof Progress progress
                && state == progress.state
                && label.equals(progress.label)
                && percent.equals(progress.percent)
                && until.equals(progress.until);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * state.hashCode() + label.hashCode()) + percent.hashCode()) + until.hashCode();
    }

    /** The states a status line knows. */
    public enum State {
        /** No turn has begun. */
        IDLE,
        /** The model is asked, or what comes next is decided. */
        WORKING,
        /** The answer comes in. */
        STREAMING,
        /** Tools run. */
        TOOL_EXECUTING,
        /** A call waits: for another attempt, or for a limit of the provider. */
        WAITING,
        /** The turn was cancelled, and it is not over yet. */
        CANCELLING,
        /** The turn was stopped. */
        CANCELLED,
        /** The turn has its answer. */
        COMPLETED,
        /** The turn failed. */
        FAILED;

        /** Whether the turn is over, so that only another turn can follow. */
        public boolean isOver() {
            return this == CANCELLED || this == COMPLETED || this == FAILED;
        }
    }
}
