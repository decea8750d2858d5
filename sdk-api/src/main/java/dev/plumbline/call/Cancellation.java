package dev.plumbline.call;

import dev.plumbline.time.Sleeper;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A signal to stop, seen at once by everything that waits. It is given once: later signals change nothing. Safe for any
 * number of threads; no lock is held while an action runs.
 */
public sealed interface Cancellation permits Signal {

    /** One of your own, on the real clock; link it with {@code SessionOptions.cancellation}. */
    static Cancellation create() {
        return create((time, wake) -> wake.await(time.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** One that waits as the sleeper says. */
    static Cancellation create(Sleeper sleeper) {
        return new Signal(sleeper);
    }

    /**
     * Gives the signal.
     *
     * @param reason for developers, without content
     * @return false when it was given before
     */
    boolean cancel(String reason);

    /** Gives the signal because time is up: what waits ends with TIMEOUT_TOTAL in place of CANCELLED. */
    boolean expire(String reason);

    /** Whether the signal was given; cheap. */
    boolean isCancelled();

    /** The reason of the first signal; empty when none was given. */
    Optional<String> reason();

    /**
     * Returns while no signal was given.
     *
     * @throws dev.plumbline.event.AiException CANCELLED, or TIMEOUT_TOTAL when time was up
     */
    void throwIfCancelled();

    /**
     * Runs the action once when the signal is given, on the thread that gives it; at once when it was given before. An
     * action that throws does not keep the others from running.
     */
    Subscription onCancel(Runnable action);

    /**
     * Waits; the only wait in a policy. Interrupting the thread gives the signal and keeps the interrupt flag.
     *
     * @param why a few words for a status line
     * @throws dev.plumbline.event.AiException CANCELLED or TIMEOUT_TOTAL as soon as the signal is given
     */
    void sleep(Duration time, String why);
}
