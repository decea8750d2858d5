package dev.plumbline.testkit;

import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A clock that a test moves, for retry delays and timeouts. A sleeping thread moves the clock and continues at once,
 * or, on a {@linkplain #paused() paused} clock, waits for {@link #advance}. Scheduled actions run in the order of their
 * time on the thread that moves the clock, without a lock. Thread-safe.
 */
public final class VirtualClock extends Clock implements Scheduler {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Object lock = new Object();
    private final boolean holds;
    private final Queue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::number));
    private final List<Duration> waits = new ArrayList<>();
    private long nanos;
    private long scheduled;
    private int sleeping;
    private Instant wallAtStart = START;

    private VirtualClock(boolean holds) {
        this.holds = holds;
    }

    /** Returns a clock at 2026-01-01T00:00Z that every sleep moves by its time. */
    public static VirtualClock create() {
        return new VirtualClock(false);
    }

    /** Returns a clock at 2026-01-01T00:00Z on which sleeping threads wait until a test advances it. */
    public static VirtualClock paused() {
        return new VirtualClock(true);
    }

    @Override
    public long nanoTime() {
        synchronized (lock) {
            return nanos;
        }
    }

    @Override
    public Instant instant() {
        synchronized (lock) {
            return wallAtStart.plusNanos(nanos);
        }
    }

    /**
     * Moves the clock, runs the due actions, each at its own time, and then wakes the due sleeping threads. Exceptions
     * of actions are thrown here.
     */
    public void advance(Duration time) {
        advance(time, new CountDownLatch(1));
    }

    /** Moves the clock as if the process had been suspended that long; actions that became due run late, at the end. */
    public void suspend(Duration time) {
        synchronized (lock) {
            nanos += Math.max(0, time.toNanos());
        }
        advance(Duration.ZERO);
    }

    /**
     * Moves only the wall clock, as a user or a time server does; {@link #nanos} and scheduled actions are not
     * affected.
     */
    public void setTo(Duration time) {
        synchronized (lock) {
            wallAtStart = wallAtStart.plus(time);
        }
    }

    /** Returns the durations of all sleeps, in order. */
    public List<Duration> waits() {
        synchronized (lock) {
            return List.copyOf(waits);
        }
    }

    /** Returns the number of scheduled actions that have neither run nor been cancelled. */
    public int pending() {
        synchronized (lock) {
            return due.size();
        }
    }

    /** Returns the number of threads that sleep on this clock; always 0 unless it is paused. */
    public int sleeping() {
        synchronized (lock) {
            return sleeping;
        }
    }

    /**
     * Waits in real time until that many threads sleep on this clock, so that the next {@link #advance} wakes them.
     *
     * @throws AssertionError if they do not within a minute
     */
    public void awaitSleeping(int threads) {
        Await.until(() -> sleeping() >= threads, () -> threads + " sleepers were expected, " + sleeping() + " came");
    }

    @Override
    public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before it slept");
        }
        synchronized (lock) {
            waits.add(time);
        }
        if (holds) {
            hold(time, wake);
        } else {
            advance(time, wake);
        }
    }

    @Override
    public Subscription schedule(Duration delay, Runnable action) {
        synchronized (lock) {
            Due entry = new Due(nanos + Math.max(0, delay.toNanos()), scheduled++, action);
            due.add(entry);
            return () -> remove(entry);
        }
    }

    private void remove(Due entry) {
        synchronized (lock) {
            due.remove(entry);
        }
    }

    /** Moves the clock until the time is over, or until an action, such as a cancellation, opens the latch. */
    private void advance(Duration time, CountDownLatch wake) {
        long target = nanoTime() + Math.max(0, time.toNanos());
        while (wake.getCount() > 0) {
            Optional<Due> next = next(target);
            if (next.isEmpty()) {
                return;
            }
            next.get().action().run();
        }
    }

    /** Moves the clock to the next due action and returns it; without one, moves the clock to the target. */
    private Optional<Due> next(long target) {
        synchronized (lock) {
            Due first = due.peek();
            boolean isDue = first != null && first.at() <= target;
            nanos = Math.max(nanos, isDue ? first.at() : target);
            return isDue ? Optional.ofNullable(due.poll()) : Optional.empty();
        }
    }

    private void hold(Duration time, CountDownLatch wake) throws InterruptedException {
        long until = fallAsleep(time);
        try {
            // the clock cannot open the sleeping thread's latch, so the thread checks the time between short waits
            while (nanoTime() < until && !wake.await(1, TimeUnit.MILLISECONDS)) {}
        } finally {
            synchronized (lock) {
                sleeping--;
            }
        }
    }

    private long fallAsleep(Duration time) {
        synchronized (lock) {
            sleeping++;
            return nanos + Math.max(0, time.toNanos());
        }
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Returns a clock with that zone that moves with this one. */
    @Override
    public Clock withZone(ZoneId zone) {
        return new Zoned(this, zone);
    }

    private record Due(long at, long number, Runnable action) {}

    private static final class Zoned extends Clock {
        private final VirtualClock clock;
        private final ZoneId zone;

        Zoned(VirtualClock clock, ZoneId zone) {
            this.clock = clock;
            this.zone = zone;
        }

        @Override
        public Instant instant() {
            return clock.instant();
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Zoned(clock, other);
        }
    }
}
