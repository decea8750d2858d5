package dev.plumbline.testkit.internal;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A time limit that allows for other programs of the machine. After the time, the waiting thread computes until it has had
 * a quarter of the time on a processor. So the task has had about as much, however many threads share the processors.
 */
final class ShareOfProcessor {
    private static final int PART = 4;

    private ShareOfProcessor() {}

    /** Returns what a task returns, or throws that it is late. */
    static <T> T outcome(CompletableFuture<T> running, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return running.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            if (!threads.isCurrentThreadCpuTimeSupported()) {
                throw late;
            }
            long end = threads.getCurrentThreadCpuTime() + limit.toNanos() / PART;
            while (!running.isDone()
                    && !Thread.currentThread().isInterrupted()
                    && threads.getCurrentThreadCpuTime() < end) {
                Thread.onSpinWait();
            }
            return running.get(0, TimeUnit.NANOSECONDS);
        }
    }
}
