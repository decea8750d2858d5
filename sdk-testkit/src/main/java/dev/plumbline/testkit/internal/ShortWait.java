package dev.plumbline.testkit.internal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A wait by the clock alone, for what should not happen or need not happen: it usually lasts its whole time, so that it
 * costs no more than that.
 */
public final class ShortWait {
    private ShortWait() {}

    /** Waits and returns whether the condition held within that time, or until the thread was interrupted. */
    public static boolean until(BooleanSupplier condition, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0 || !pause()) {
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    /** Waits for a moment; returns false if the thread was interrupted. */
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
