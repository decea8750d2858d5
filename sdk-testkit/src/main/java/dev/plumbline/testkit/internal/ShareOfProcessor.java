package dev.plumbline.testkit.internal;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * A time limit that allows for other programs of the machine. After the time, the waiting thread computes until it has had
 * a quarter of the time on a processor. So the task has had about as much, however many threads share the processors.
 */
public final class ShareOfProcessor {
    private static final int PART = 4;

    private ShareOfProcessor() {}

    /** Returns what a task returns, or throws that it is late. */
    static <T> T outcome(CompletableFuture<T> running, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return running.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            boolean unused = holds(running::isDone, limit);
            return running.get(0, TimeUnit.NANOSECONDS);
        }
    }

    /** Returns whether a condition holds that has had that time already, once this thread has had its part of it, too. */
    public static boolean holds(BooleanSupplier condition, Duration limit) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (threads.isCurrentThreadCpuTimeSupported()) {
            long end = threads.getCurrentThreadCpuTime() + limit.toNanos() / PART;
            while (!condition.getAsBoolean()
                    && !Thread.currentThread().isInterrupted()
                    && threads.getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
        }
        return condition.getAsBoolean();
    }
}
