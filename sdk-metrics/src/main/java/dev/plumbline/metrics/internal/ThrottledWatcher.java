package dev.plumbline.metrics.internal;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watcher with a limited rate: at least 100 ms between two calls, and each delivers the newest state. A turn's first
 * and last state do not wait, and are never replaced by newer ones.
 */
final class ThrottledWatcher {
    /** The minimum time between two calls of a watcher. */
    static final Duration PACE = Duration.ofMillis(100);

    private final Consumer<TurnProgress> watcher;
    private final Scheduler time;
    private final Executor where;
    /** The states that are due at once, in order, and at most one later state that may be replaced. */
    private final Deque<TurnProgress> due = new ArrayDeque<>();

    private Optional<TurnProgress> newest = Optional.empty();
    private @Nullable Subscription alarm;
    private TurnProgress.State before = TurnProgress.State.IDLE;
    private long last;
    private boolean delivered;
    private boolean delivering;
    private boolean stopped;

    ThrottledWatcher(Consumer<TurnProgress> watcher, Scheduler time, Executor where) {
        this.watcher = watcher;
        this.time = time;
        this.where = where;
    }

    /** Stores a state without calling the watcher. */
    synchronized void take(TurnProgress progress) {
        boolean first = before.isOver() || before == TurnProgress.State.IDLE;
        before = progress.state();
        if (first || progress.state().isOver()) {
            newest = Optional.empty();
            silence();
            due.add(progress);
        } else {
            newest = Optional.of(progress);
        }
    }

    /** Delivers due states, unless another thread does, and schedules the rest; must be called without a lock. */
    void wake() {
        if (begin()) {
            for (Optional<TurnProgress> next = next(); next.isPresent(); next = next()) {
                TurnProgress progress = next.get();
                where.execute(() -> deliver(progress));
            }
        }
    }

    private synchronized boolean begin() {
        boolean first = !delivering;
        delivering = true;
        return first;
    }

    private synchronized Optional<TurnProgress> next() {
        long now = time.nanoTime();
        if (due.isEmpty() && newest.isPresent()) {
            ripen(now);
        }
        Optional<TurnProgress> next = Optional.ofNullable(due.poll());
        delivering = next.isPresent();
        delivered |= delivering;
        last = delivering ? now : last;
        return next;
    }

    private void ripen(long now) {
        long wait = delivered ? last + PACE.toNanos() - now : 0;
        if (wait > 0) {
            alarm = alarm == null ? time.schedule(Duration.ofNanos(wait), this::rung) : alarm;
        } else {
            due.add(newest.orElseThrow());
            newest = Optional.empty();
        }
    }

    private void rung() {
        synchronized (this) {
            alarm = null;
        }
        wake();
    }

    private void deliver(TurnProgress progress) {
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
        silence();
    }

    private void silence() {
        if (alarm != null) {
            alarm.close();
            alarm = null;
        }
    }
}
