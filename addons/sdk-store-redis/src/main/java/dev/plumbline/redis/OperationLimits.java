package dev.plumbline.redis;

import dev.plumbline.call.Cancellation;
import java.time.Duration;

/** The limit and the cancellation that the caller of a store gives for one operation. */
record OperationLimits(Duration limit, Cancellation cancellation) {

    /** Returns limits of an operation that only the limit of the server ends. */
    static OperationLimits ofServer() {
        return new OperationLimits(Duration.ofSeconds(Long.MAX_VALUE), Cancellation.create());
    }
}
