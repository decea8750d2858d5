package dev.plumbline.testkit;

import dev.plumbline.testkit.internal.ShareOfProcessor;
import dev.plumbline.testkit.internal.ShortWait;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits in real time, with a limit, for effects of other threads. Stateless. */
public final class Await {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Await() {}

    /**
     * Waits until the condition holds.
     *
     * @throws AssertionError with that message, if it does not hold within a minute
     */
    public static void until(BooleanSupplier condition, Supplier<String> otherwise) {
        if (!until(condition, PATIENCE)) {
            throw new AssertionError(otherwise.get());
        }
    }

    /** Waits and returns whether the condition held within the limit. A machine that is busy with other programs gives it more. */
    public static boolean until(BooleanSupplier condition, Duration limit) {
        return ShortWait.until(condition, limit) || ShareOfProcessor.holds(condition, limit);
    }
}
