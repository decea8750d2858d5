package dev.plumbline.internal;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Work that is done again and again, until it is closed or says that it is over. A failure never ends it: it is tried
 * again after a wait that grows up to a bound. One run begins after the other has ended. Thread-safe.
 */
public final class PeriodicTask implements Subscription {
    private final Threads threads;
    private final Retries retries;
    private final Work work;
    private final Listener listener;
    private @Nullable Subscription next;
    private boolean started;
    private boolean over;
    private int failures;

    /** Creates a task that has not started. */
    public PeriodicTask(Threads threads, Retries retries, Work work, Listener listener) {
        this.threads = Objects.requireNonNull(threads, "threads");
        this.retries = Objects.requireNonNull(retries, "retries");
        this.work = Objects.requireNonNull(work, "work");
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    /** The work of a task. */
    @FunctionalInterface
    public interface Work {
        /** Does the work once and returns the wait until the next time; empty if the work is over for good. */
        Optional<Duration> run();
    }

    /** A listener that is notified when work begins to fail, and when it succeeds again. */
    public interface Listener {
        /** Ignores everything. */
        Listener NONE = new Listener() {};

        /** Receives the first failure of a series; the work is tried again. */
        default void failed(Throwable why) {}

        /** Is notified of the first success after a failure. */
        default void recovered() {}
    }

    /**
     * The clock and the executor of a task.
     *
     * @param time measures the waits
     * @param executor does the work; one that refuses it is a failure like any other
     */
    public record Threads(Scheduler time, Executor executor) {}

    /**
     * The waits after failures, each twice as long as the one before.
     *
     * @param first the wait after the first failure
     * @param longest the longest wait
     */
    public record Retries(Duration first, Duration longest) {
        /** The exponent from which the wait is the longest one, whatever the first is. */
        private static final int MOST_DOUBLINGS = 30;

        /** Returns the wait after that many failures in a row. */
        Duration after(int failures) {
            Duration grown = failures > MOST_DOUBLINGS ? longest : first.multipliedBy(1L << Math.max(0, failures - 1));
            return grown.compareTo(longest) < 0 ? grown : longest;
        }
    }

    /**
     * Starts the task; does nothing if it was closed before.
     *
     * @param delay the wait until the first run
     * @throws IllegalStateException if it was started before
     */
    public synchronized PeriodicTask startAfter(Duration delay) {
        if (started) {
            throw new IllegalStateException("this task was started before; create another one");
        }
        started = true;
        schedule(delay);
        return this;
    }

    /** Returns whether the task was neither closed, nor said that it is over. */
    public synchronized boolean isOpen() {
        return !over;
    }

    private void schedule(Duration delay) {
        if (!over) {
            next = threads.time().schedule(delay, this::due);
        }
    }

    private void due() {
        try {
            threads.executor().execute(this::run);
        } catch (RuntimeException | Error refused) {
            failed(refused);
        }
    }

    private void run() {
        if (!isOpen()) {
            return;
        }
        Optional<Duration> wait;
        try {
            wait = work.run();
        } catch (RuntimeException | Error failure) {
            failed(failure);
            return;
        }
        if (succeeded(wait)) {
            listener.recovered();
        }
    }

    /** Schedules the next run, and returns whether it is the first success after a failure. */
    private synchronized boolean succeeded(Optional<Duration> wait) {
        boolean recovered = failures > 0 && !over;
        failures = 0;
        wait.ifPresentOrElse(this::schedule, this::close);
        return recovered;
    }

    private void failed(Throwable why) {
        boolean isFirst;
        synchronized (this) {
            isFirst = failures == 0 && !over;
            failures++;
            schedule(retries.after(failures));
        }
        if (isFirst) {
            listener.failed(why);
        }
    }

    /** Ends the task: no run begins any more, and the result of one in progress counts for nothing. */
    @Override
    public synchronized void close() {
        over = true;
        if (next != null) {
            next.close();
            next = null;
        }
    }
}
