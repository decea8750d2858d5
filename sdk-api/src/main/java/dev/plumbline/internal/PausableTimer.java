package dev.plumbline.internal;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A time limit that does not run while it is paused, for example while a person is asked. It has at most one timer at the
 * scheduler, however often it is paused and resumed. Thread-safe.
 */
public final class PausableTimer {
    /** Longer limits never expire in practice, and the sum of two of them does not overflow. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private final Scheduler time;
    private final Runnable expired;
    private @Nullable Subscription timer;
    private long left;
    private long since;
    private int pauses;
    private boolean started;

    /** Counts the timers, so that one that was cancelled too late is known by its number. */
    private long number;

    /**
     * Creates a timer that has not started.
     *
     * @param expired called once on a thread of the scheduler when the limit has passed, never after {@link #pause} or
     *     {@link #stop} has returned unless it had begun before
     */
    public PausableTimer(Scheduler time, Runnable expired) {
        this.time = time;
        this.expired = expired;
    }

    /** Starts the limit, instead of one that runs; while the timer is paused, it runs from the end of the pause. */
    public synchronized void start(Duration limit) {
        halt();
        left = limit.compareTo(LONGEST) < 0 ? limit.toNanos() : LONGEST.toNanos();
        started = true;
        go();
    }

    private void go() {
        if (started && pauses == 0) {
            long mine = number;
            since = time.nanoTime();
            timer = time.schedule(Duration.ofNanos(left), () -> ring(mine));
        }
    }

    private void ring(long mine) {
        synchronized (this) {
            if (mine != number) {
                return;
            }
            started = false;
            halt();
        }
        expired.run();
    }

    /** Pauses the limit until {@link #resume} has been called as often as this method. */
    public synchronized void pause() {
        if (pauses++ == 0 && timer != null) {
            left = Math.max(0, left - (time.nanoTime() - since));
            halt();
        }
    }

    /** Ends one pause; the rest of the limit runs when none is left. */
    public synchronized void resume() {
        pauses--;
        go();
    }

    /** Ends the limit; it does not expire. */
    public synchronized void stop() {
        started = false;
        halt();
    }

    private void halt() {
        number++;
        if (timer != null) {
            timer.close();
            timer = null;
        }
    }
}
