package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.time.Duration;

/** Checks limit and cancellation of an operation of a store before it begins. */
public final class StoreLimit {
    private StoreLimit() {}

    /** Throws CANCELLED if it was cancelled, TIMEOUT_TOTAL if no time is left. */
    public static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }
}
