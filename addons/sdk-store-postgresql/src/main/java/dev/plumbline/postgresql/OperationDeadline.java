package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that one operation has left, and its cancellation. */
final class OperationDeadline {
    /** The duration after which the server ends a statement. */
    static final Duration STATEMENT = Duration.ofSeconds(30);

    /** The longest wait for an answer of the server, also of an operation without a limit. */
    private static final Duration ANSWER = STATEMENT.plusSeconds(5);

    private static final Duration LONGEST = Duration.ofDays(1000);

    private final Cancellation cancellation;
    private final LongSupplier nanoTime;
    private final long end;

    private OperationDeadline(Cancellation cancellation, LongSupplier nanoTime, long end) {
        this.cancellation = cancellation;
        this.nanoTime = nanoTime;
        this.end = end;
    }

    static OperationDeadline of(Duration limit, Cancellation cancellation, LongSupplier nanoTime) {
        Duration held = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
        return new OperationDeadline(cancellation, nanoTime, nanoTime.getAsLong() + held.toNanos());
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /**
     * Checks that the operation may go on.
     *
     * @throws AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if no time is left
     */
    void require() {
        cancellation.throwIfCancelled();
        if (end - nanoTime.getAsLong() <= 0) {
            throw new AiException(AiError.of(
                    AiError.Category.TIMEOUT_TOTAL,
                    "deadline",
                    "there is no time left for an operation of the database; raise its limit"));
        }
    }

    /** Returns the time for the next answer of the server, at least a millisecond. */
    int answerMillis() {
        return (int) millis(ANSWER.toMillis());
    }

    /** Returns the time that is left, at most that many milliseconds and at least one. */
    long millis(long most) {
        long left = (end - nanoTime.getAsLong()) / 1_000_000 + 1;
        return Math.max(1, Math.min(left, most));
    }
}
