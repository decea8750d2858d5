package dev.plumbline.runtime;

import dev.plumbline.call.Subscription;
import dev.plumbline.call.Timekeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The machine's time: one timer thread, started when something is scheduled and gone soon after the last of it. */
final class RealTime implements Timekeeper, AutoCloseable {
    private final Clock clock;
    private final ScheduledThreadPoolExecutor timer;

    RealTime(Clock clock, ThreadFactory threads) {
        this.clock = clock;
        this.timer = new ScheduledThreadPoolExecutor(1, threads);
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(5, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
        wake.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        Future<?> due = timer.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> due.cancel(false);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
