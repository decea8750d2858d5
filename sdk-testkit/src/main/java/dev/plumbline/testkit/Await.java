package dev.plumbline.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Bounded waits in real time, for what other threads will do soon. Stateless. */
public final class Await {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Await() {}

    /**
     * Returns when the condition holds.
     *
     * @throws AssertionError with that message, when it does not hold within ten seconds
     */
    public static void until(BooleanSupplier condition, Supplier<String> otherwise) {
        if (!until(condition, PATIENCE)) {
            throw new AssertionError(otherwise.get());
        }
    }

    /** Whether the condition held within the limit. */
    public static boolean until(BooleanSupplier condition, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0 || !pause()) {
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    /** Lets others run for a moment; false when the thread was interrupted. */
    private static boolean pause() {
        try {
            new CountDownLatch(1).await(2, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
