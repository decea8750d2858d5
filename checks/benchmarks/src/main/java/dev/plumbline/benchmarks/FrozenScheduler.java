package dev.plumbline.benchmarks;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

/** A scheduler whose time never changes, so that nothing is ever due and reading it costs nothing. */
final class FrozenScheduler implements Scheduler {
    @Override
    public long nanoTime() {
        return 0;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH;
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        return () -> {};
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) {}
}
