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
 * The machine's time: one thread for all that is scheduled, started with the first of it and gone some seconds after the last.
 * Made for deadlines, which are set often and hardly ever come true: to set one that is later than the next, or to take one
 * back, wakes nobody. Safe for any number of threads.
 */
public final class RealTime implements Timekeeper, AutoCloseable {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 4);

    private final Clock clock;
    private final ThreadFactory threads;
    private final long origin = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private final TreeSet<Due> waiting = new TreeSet<>();
    private long scheduled;
    private long wakes = Long.MAX_VALUE;
    private boolean running;
    private boolean closed;

    private RealTime(Clock clock, ThreadFactory threads) {
        this.clock = clock;
        this.threads = threads;
    }

    /**
     * Time that has no thread yet.
     *
     * @param clock the wall clock; waiting uses {@link System#nanoTime}
     * @param threads makes the thread, when something is scheduled and there is none
     */
    public static RealTime of(Clock clock, ThreadFactory threads) {
        return new RealTime(clock, threads);
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
        boolean unused = wake.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** As declared; the action should be short, since others wait behind it. After {@link #close} nothing is scheduled. */
    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        Duration bounded = delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
        lock.lock();
        try {
            Due due = new Due(now() + bounded.toNanos(), scheduled++, action);
            if (!closed) {
                waiting.add(due);
                see(due);
            }
            return () -> takeBack(due);
        } finally {
            lock.unlock();
        }
    }

    private void see(Due due) {
        if (!running) {
            running = true;
            threads.newThread(this::run).start();
        } else if (due.at < wakes) {
            sooner.signal();
        }
    }

    private void takeBack(Due due) {
        lock.lock();
        try {
            waiting.remove(due);
        } finally {
            lock.unlock();
        }
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    private void run() {
        for (Optional<Due> next = next(); next.isPresent(); next = next()) {
            try {
                next.get().action.run();
            } catch (RuntimeException | Error failed) {
                Thread me = Thread.currentThread();
                me.getUncaughtExceptionHandler().uncaughtException(me, failed);
            }
        }
    }

    /** The next one that is due, waited for; none when the thread is no longer needed. */
    private Optional<Due> next() {
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
            return Optional.of(new Due(now(), 0, () -> {})); // an action has interrupted its own thread: look again
        } finally {
            wakes = Long.MIN_VALUE;
            lock.unlock();
        }
    }

    /** Forgets all that is scheduled; its thread ends at once. */
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

    /** What is to be done when, in nanoseconds since the origin. */
    private record Due(long at, long number, Runnable action) implements Comparable<Due> {

        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }
}
