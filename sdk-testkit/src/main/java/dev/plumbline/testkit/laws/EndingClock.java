package dev.plumbline.testkit.laws;

import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.internal.LawAssertion;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The clock of one call, which ends a policy that sleeps again and again for something that never comes: on a clock that a
 * sleep moves, that takes no time and has no end. Thread-safe.
 */
final class EndingClock implements Scheduler {
    private static final int MOST = 100_000;

    private final VirtualClock clock;
    private final AtomicInteger sleeps = new AtomicInteger();

    EndingClock(VirtualClock clock) {
        this.clock = clock;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        return clock.schedule(delay, action);
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
        if (sleeps.incrementAndGet() > MOST) {
            throw endless();
        }
        clock.sleep(time, wake);
    }

    /** Throws if the call did not end by itself; the chain has made what was thrown then a value. */
    void check() {
        if (sleeps.get() > MOST) {
            throw endless();
        }
    }

    private static AssertionError endless() {
        return new LawAssertion("calls end", "a call after others")
                .violation(
                        "more than " + MOST + " sleeps of one call",
                        "give back on every way out what a call has taken, also if it is cancelled or fails");
    }
}
