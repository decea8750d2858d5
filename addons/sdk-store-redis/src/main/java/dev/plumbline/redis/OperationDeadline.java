package dev.plumbline.redis;

import dev.plumbline.call.Cancellation;
import java.time.Duration;

/** The limit and the cancellation that the caller of a store gives for one operation. */
record OperationDeadline(Duration limit, Cancellation cancellation) {

    /** Returns limits of an operation that only the limit of the server ends. */
    static OperationDeadline ofServer() {
        return new OperationDeadline(Duration.ofSeconds(Long.MAX_VALUE), Cancellation.create());
    }
}
