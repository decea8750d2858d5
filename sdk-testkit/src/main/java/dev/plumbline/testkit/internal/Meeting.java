package dev.plumbline.testkit.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Where threads wait for each other without sleeping, so that they go on at the same moment, again and again: two that spin on an
 * idle machine within 0.1 µs, and at a {@link java.util.concurrent.CyclicBarrier}, where one sleeps, within 6 µs.
 */
public final class Meeting {
    /** Some 4 µs, and 40 µs where all can run at the same time: who gives up its processor does not go on with the others. */
    private static final int SPINS = 200;

    private static final int LONG_SPINS = 2_000;

    private final int all;
    private final int spins;
    private final AtomicInteger come = new AtomicInteger();
    private final AtomicBoolean isOver = new AtomicBoolean();

    public Meeting(int all) {
        this.all = all;
        this.spins = all <= Runtime.getRuntime().availableProcessors() ? LONG_SPINS : SPINS;
    }

    /** Comes without waiting for the others. */
    public void come() {
        int unused = come.incrementAndGet();
    }

    /** Waits until all have come or it is over, and returns whether they have come. */
    public boolean meet() {
        int next = next();
        return await(() -> hasBegun(next) || isOver.get(), () -> false, spins) && hasBegun(next);
    }

    /**
     * Waits until all have come, for that long at most, and returns whether they have. Who comes late can meet the others the
     * next time.
     */
    public boolean meet(Duration moment) {
        int next = next();
        return within(() -> hasBegun(next) || isOver.get(), moment, spins) && hasBegun(next);
    }

    /** Lets nobody wait any more. */
    public void end() {
        isOver.set(true);
    }

    /** Waits until that holds, for that long at most, and returns whether it does. */
    public static boolean within(BooleanSupplier condition, Duration moment) {
        return within(condition, moment, SPINS);
    }

    private static boolean within(BooleanSupplier condition, Duration moment, int spins) {
        long end = System.nanoTime() + moment.toNanos();
        return await(condition, () -> System.nanoTime() - end > 0, spins);
    }

    private int next() {
        return (come.getAndIncrement() / all + 1) * all;
    }

    private boolean hasBegun(int number) {
        return come.get() >= number;
    }

    @SuppressWarnings("ThreadPriorityCheck") // only how likely it is that calls meet depends on the scheduler
    private static boolean await(BooleanSupplier condition, BooleanSupplier isLate, int spins) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            if (i < spins) {
                Thread.onSpinWait();
            } else if (isLate.getAsBoolean()) {
                return false;
            } else {
                Thread.yield();
            }
        }
        return true;
    }
}
