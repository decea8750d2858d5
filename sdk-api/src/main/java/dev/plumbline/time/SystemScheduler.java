package dev.plumbline.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The scheduler on the machine's clock: one thread for all actions, started with the first and ended some seconds after
 * the last. Optimized for deadlines, which are set often and rarely expire: neither setting one that is later than the
 * next, nor cancelling one, wakes the thread. Thread-safe.
 */
final class SystemScheduler implements Scheduler {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private final Clock clock;
    private final ThreadFactory threads;
    private final long origin = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private final TreeSet<ScheduledAction> waiting = new TreeSet<>();
    private long scheduled;
    private long wakes = Long.MAX_VALUE;
    private boolean running;
    private boolean closed;

    SystemScheduler(Clock clock, ThreadFactory threads) {
        this.clock = clock;
        this.threads = threads;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant instant() {
        return clock.instant();
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
        boolean unused = wake.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Schedules the action; it should be short, since others wait for it. After {@link #close} nothing is scheduled.
     */
    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        Duration bounded = delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
        lock.lock();
        try {
            ScheduledAction due = new ScheduledAction(now() + bounded.toNanos(), scheduled++, action);
            if (!closed) {
                waiting.add(due);
                see(due);
            }
            return due;
        } finally {
            lock.unlock();
        }
    }

    private void see(ScheduledAction due) {
        if (!running) {
            running = true;
            threads.newThread(this::run).start();
        } else if (due.at < wakes) {
            sooner.signal();
        }
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    private void run() {
        for (Optional<ScheduledAction> next = next(); next.isPresent(); next = next()) {
            try {
                next.get().action.run();
            } catch (RuntimeException | Error failed) {
                Thread me = Thread.currentThread();
                me.getUncaughtExceptionHandler().uncaughtException(me, failed);
            }
        }
    }

    /** Waits for the next action that is due and returns it; empty if the thread is no longer needed. */
    private Optional<ScheduledAction> next() {
        lock.lock();
        try {
            boolean needed = !closed;
            while (needed) {
                if (!waiting.isEmpty() && waiting.first().at <= now()) {
                    return Optional.ofNullable(waiting.pollFirst());
                }
                wakes = Math.min(waiting.isEmpty() ? Long.MAX_VALUE : waiting.first().at, now() + IDLE_NANOS);
                boolean early = sooner.awaitNanos(wakes - now()) > 0;
                needed = !closed && (early || !waiting.isEmpty());
            }
            running = false;
            return Optional.empty();
        } catch (InterruptedException notOurs) {
            return Optional.of(
                    new ScheduledAction(now(), 0, () -> {})); // an action interrupted its own thread: continue
        } finally {
            wakes = Long.MIN_VALUE;
            lock.unlock();
        }
    }

    /** Cancels all scheduled actions; its thread ends at once. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            waiting.clear();
            sooner.signal();
        } finally {
            lock.unlock();
        }
    }

    /** A scheduled action and its time, in nanoseconds since the origin; to close it cancels it. */
    private final class ScheduledAction implements Comparable<ScheduledAction>, Subscription {
        private final long at;
        private final long number;
        private final Runnable action;

        ScheduledAction(long at, long number, Runnable action) {
            this.at = at;
            this.number = number;
            this.action = action;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                waiting.remove(this);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int compareTo(ScheduledAction other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }
}
