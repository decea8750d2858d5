package dev.plumbline.http;

import dev.plumbline.call.Subscription;
import dev.plumbline.call.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real time, with one daemon thread for what is scheduled: started with the first deadline, gone soon after the last. */
final class SystemTime implements Timekeeper, AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;

    SystemTime(String name) {
        timer = new ScheduledThreadPoolExecutor(1, action -> Threads.daemon(action, name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(5, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        try {
            Future<?> due = timer.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> due.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
        boolean unused = wake.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
