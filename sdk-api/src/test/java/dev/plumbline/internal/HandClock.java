package dev.plumbline.internal;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A clock that a test moves; sdk-testkit has another, which this module cannot see. */
final class HandClock implements Scheduler {
    private final List<Action> actions = new ArrayList<>();
    private long now;

    void advance(Duration by) {
        now += by.toNanos();
        for (Action due : List.copyOf(actions)) {
            if (due.at <= now && actions.remove(due)) {
                due.action.run();
            }
        }
    }

    /** Returns the first of the scheduled actions. */
    Runnable first() {
        return actions.get(0).action();
    }

    int timers() {
        return actions.size();
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        Action added = new Action(now + delay.toNanos(), action);
        actions.add(added);
        return () -> actions.remove(added);
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) {
        throw new UnsupportedOperationException();
    }

    private record Action(long at, Runnable action) {}
}
