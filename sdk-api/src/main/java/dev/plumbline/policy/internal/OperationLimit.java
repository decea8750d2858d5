package dev.plumbline.policy.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.time.Duration;

/** Checks limit and cancellation before an operation of a store begins, because what follows cannot be interrupted. */
public final class OperationLimit {
    private OperationLimit() {}

    /**
     * Checks that an operation may begin.
     *
     * @throws AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if no time is left
     */
    public static void require(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isNegative() || limit.isZero()) {
            throw new AiException(AiError.of(
                    AiError.Category.TIMEOUT_TOTAL,
                    "deadline",
                    "there is no time left for an operation of a store; raise its limit"));
        }
    }
}
