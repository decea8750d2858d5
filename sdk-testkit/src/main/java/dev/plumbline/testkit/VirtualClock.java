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
 * A clock that moves on command; retry delays and timeouts follow it. A sleeper moves the clock and goes on at once,
 * or, on a {@linkplain #holding() holding} clock, waits for {@link #advance}. Scheduled actions run in the order of their
 * time on the thread that moves the clock, with no lock held. Safe for any number of threads.
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

    /** A clock at 2026-01-01T00:00Z that every sleep moves by its time. */
    public static VirtualClock create() {
        return new VirtualClock(false);
    }

    /** A clock at 2026-01-01T00:00Z on which sleepers wait until a test advances it. */
    public static VirtualClock holding() {
        return new VirtualClock(true);
    }

    @Override
    public long nanos() {
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
     * Moves the clock and runs what became due on the way, each action at its own time; then sleepers whose time has
     * come go on. What an action throws comes out of here.
     */
    public void advance(Duration time) {
        advance(time, new CountDownLatch(1));
    }

    /** Moves only the wall clock, as a person or a time server does: {@link #nanos} and what is scheduled do not notice. */
    public void jump(Duration time) {
        synchronized (lock) {
            wallAtStart = wallAtStart.plus(time);
        }
    }

    /** Every time a thread asked to sleep, in order. */
    public List<Duration> waits() {
        synchronized (lock) {
            return List.copyOf(waits);
        }
    }

    /** How many scheduled actions have not run and were not taken back. */
    public int pending() {
        synchronized (lock) {
            return due.size();
        }
    }

    /** How many threads sleep on this clock now; always 0 unless it holds. */
    public int sleeping() {
        synchronized (lock) {
            return sleeping;
        }
    }

    /**
     * Waits, in real time, until that many threads sleep on this clock, so that the next {@link #advance} meets them.
     *
     * @throws AssertionError when they do not come within ten seconds
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

    /** Moves on until the time is over or, as an action may be a cancel, the latch is open. */
    private void advance(Duration time, CountDownLatch wake) {
        long target = nanos() + Math.max(0, time.toNanos());
        while (wake.getCount() > 0) {
            Optional<Due> next = next(target);
            if (next.isEmpty()) {
                return;
            }
            next.get().action().run();
        }
    }

    /** The next action due by then, with the clock moved to its time; or none, with the clock moved to the target. */
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
            // the latch belongs to the sleeper, so the clock cannot open it: it is asked between short waits
            while (nanos() < until && !wake.await(1, TimeUnit.MILLISECONDS)) {}
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

    /** This clock's time for that zone; it moves with this one. */
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
