package dev.plumbline.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/**
 * The clock and timer of a runtime: it returns the time, waits, and runs an action at a time. All waits and expiries in
 * the SDK use one. Thread-safe.
 */
public interface Scheduler extends AutoCloseable {
    /**
     * Returns a scheduler on the machine's clock. One thread runs all actions; it is started with the first and ends some
     * seconds after the last.
     *
     * @param clock the wall clock; waiting uses {@link System#nanoTime}
     * @param threads creates the thread, when something is scheduled and there is none
     */
    static Scheduler system(Clock clock, ThreadFactory threads) {
        return new SystemScheduler(clock, threads);
    }

    /** Returns nanoseconds that never decrease, from an arbitrary start; not affected by wall-clock jumps. */
    long nanoTime();

    /** Returns the wall-clock time, for display and for dates in providers' answers. */
    Instant instant();

    /** Runs the action once, after that delay, on a thread of the scheduler; closing the subscription cancels it. */
    Subscription schedule(Duration delay, Runnable action);

    /**
     * Waits until the time has passed or the latch has opened, whichever is first.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    void sleep(Duration time, CountDownLatch wake) throws InterruptedException;

    /** Cancels all scheduled actions and ends the thread, if it has one of its own; by default does nothing. */
    @Override
    default void close() {}
}
