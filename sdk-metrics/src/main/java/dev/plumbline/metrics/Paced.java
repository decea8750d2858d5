package dev.plumbline.metrics;

import dev.plumbline.event.Progress;
import dev.plumbline.time.Subscription;
import dev.plumbline.time.Timekeeper;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A watcher with a limited rate: at least 100 ms between two calls, and each delivers the newest state. A turn's first
 * and last state do not wait, and are never replaced by newer ones.
 */
final class Paced {
    /** The shortest time between two calls of a watcher. */
    static final Duration PACE = Duration.ofMillis(100);

    private final Consumer<Progress> watcher;
    private final Timekeeper time;
    private final Executor where;
    /** What is due at once, in order; behind it, at most, one that may be replaced. */
    private final Deque<Progress> due = new ArrayDeque<>();

    private Optional<Progress> newest = Optional.empty();
    private Optional<Subscription> alarm = Optional.empty();
    private Progress.State before = Progress.State.IDLE;
    private long last;
    private boolean delivered;
    private boolean delivering;
    private boolean stopped;

    Paced(Consumer<Progress> watcher, Timekeeper time, Executor where) {
        this.watcher = watcher;
        this.time = time;
        this.where = where;
    }

    /** Takes a state; calls nobody. */
    synchronized void take(Progress progress) {
        boolean first = before.isOver() || before == Progress.State.IDLE;
        before = progress.state();
        if (first || progress.state().isOver()) {
            newest = Optional.empty();
            alarm.ifPresent(Subscription::close);
            alarm = Optional.empty();
            due.add(progress);
        } else {
            newest = Optional.of(progress);
        }
    }

    /** Delivers what is due, unless another thread does, and schedules the rest; to be called without a lock. */
    void wake() {
        if (begin()) {
            for (Optional<Progress> next = next(); next.isPresent(); next = next()) {
                Progress progress = next.get();
                where.execute(() -> deliver(progress));
            }
        }
    }

    private synchronized boolean begin() {
        boolean first = !delivering;
        delivering = true;
        return first;
    }

    private synchronized Optional<Progress> next() {
        long now = time.nanos();
        if (due.isEmpty() && newest.isPresent()) {
            ripen(now);
        }
        Optional<Progress> next = Optional.ofNullable(due.poll());
        delivering = next.isPresent();
        delivered |= delivering;
        last = delivering ? now : last;
        return next;
    }

    private void ripen(long now) {
        long wait = delivered ? last + PACE.toNanos() - now : 0;
        if (wait > 0) {
            alarm = alarm.or(() -> Optional.of(time.schedule(Duration.ofNanos(wait), this::rung)));
        } else {
            due.add(newest.orElseThrow());
            newest = Optional.empty();
        }
    }

    private void rung() {
        synchronized (this) {
            alarm = Optional.empty();
        }
        wake();
    }

    private void deliver(Progress progress) {
        if (!isStopped()) {
            watcher.accept(progress);
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    synchronized void stop() {
        stopped = true;
        due.clear();
        newest = Optional.empty();
        alarm.ifPresent(Subscription::close);
    }
}
