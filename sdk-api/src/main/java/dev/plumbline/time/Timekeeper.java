package dev.plumbline.time;

import java.time.Duration;
import java.time.Instant;

/**
 * The clock and timer of a runtime: it returns the time, waits, and runs an action at a time. Everything in the SDK that
 * waits or expires uses one. Safe for any number of threads.
 */
public interface Timekeeper extends Sleeper {
    /** Nanoseconds that only ever grow, from an arbitrary start; wall-clock jumps do not show. */
    long nanos();

    /** The wall clock, for display and for what providers say in dates. */
    Instant instant();

    /** Runs the action once, when that much time has passed, on a thread of the timekeeper; closing takes it back. */
    Subscription schedule(Duration delay, Runnable action);
}
