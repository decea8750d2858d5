package dev.plumbline.testkit.internal;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A time limit that allows for other programs of the machine. After the time, a thread computes until it has had a quarter
 * of the time on a processor. So the task has had about as much, however many threads share the processors. One thread
 * computes for all that wait, because hundreds of them would take the processors from everything else.
 */
public final class ShareOfProcessor {
    private static final int PART = 4;
    private static final long SLICE = Duration.ofMillis(1).toNanos();

    private static final Lock TURN = new ReentrantLock();
    /** The time on a processor that threads have had here, in nanoseconds. */
    private static final AtomicLong COMPUTED = new AtomicLong();

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

    /** Returns whether a condition holds that has had that time already, once a thread has had its part of it, too. */
    public static boolean holds(BooleanSupplier condition, Duration limit) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (threads.isCurrentThreadCpuTimeSupported()) {
            long end = COMPUTED.get() + limit.toNanos() / PART;
            while (!condition.getAsBoolean() && !Thread.currentThread().isInterrupted() && COMPUTED.get() < end) {
                compute(threads);
            }
        }
        return condition.getAsBoolean();
    }

    /** Computes for a moment, or rests if another thread computes. */
    private static void compute(ThreadMXBean threads) {
        if (!TURN.tryLock()) {
            LockSupport.parkNanos(20 * SLICE); // to ask more often would be work, too
            return;
        }
        try {
            long begun = threads.getCurrentThreadCpuTime();
            long had = 0;
            while (had < SLICE) {
                for (int i = 0; i < 1000; i++) { // to ask for the time costs as much
                    Thread.onSpinWait();
                }
                had = threads.getCurrentThreadCpuTime() - begun;
            }
            COMPUTED.addAndGet(had);
        } finally {
            TURN.unlock();
        }
    }
}
