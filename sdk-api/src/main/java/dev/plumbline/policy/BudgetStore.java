package dev.plumbline.policy;

import dev.plumbline.call.Cancellation;
import java.time.Duration;
import java.util.Objects;

/**
 * A store of budgets that several policies, programs or machines share: rate limits, quotas, retries, failures until a
 * circuit opens. A budget has a size in units; what was taken comes back with time, or is returned. Thread-safe.
 *
 * <p>The only operation is atomic and needs one round trip: a script of a server, or one statement of a database. The
 * time is that of the store, so that machines with different clocks agree. A budget that is full again needs no memory.
 * Failures outside the program are {@link java.io.UncheckedIOException}s; one that a person can remove, such as a damaged
 * file, is an {@link dev.plumbline.event.AiException} whose message names it and the way out.
 */
public interface BudgetStore extends AutoCloseable {

    /**
     * The time after its last use for which a store keeps a budget whose units only come back when they are returned, such
     * as the spending limit of a session. Then the budget may start over.
     */
    Duration KEPT = Duration.ofDays(30);

    /** A limit that never expires. */
    Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

    /**
     * Returns units to a budget, and then takes units from it: all of them, or none if they are not there in time. A
     * granted amount is reserved, and the caller waits until its units are there.
     *
     * @param limit the maximum duration of the operation, without the wait
     * @param cancellation ends the operation early
     * @throws dev.plumbline.event.AiException CANCELLED if it was cancelled, TIMEOUT_TOTAL if the limit has passed,
     *     before the operation had an effect
     */
    Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation);

    /** Returns and takes units, without a time limit. */
    default Taken take(Budget budget, Amount amount) {
        return take(budget, amount, NO_LIMIT, Cancellation.create());
    }

    /** Releases its resources; idempotent. The budgets stay where others can use them. */
    @Override
    void close();

    /**
     * A budget. All who share it use the same size and time.
     *
     * @param key its name
     * @param size the number of units of a full budget, at least 1
     * @param refill the time in which an empty budget becomes full, evenly; zero if units only come back when they are
     *     returned. A store may then remove the budget if it was not used for {@link #KEPT}
     */
    record Budget(String key, long size, Duration refill) {
        public Budget {
            Objects.requireNonNull(key, "key");
            if (size < 1 || refill.isNegative()) {
                throw new IllegalArgumentException(
                        "a budget has at least 1 unit and no negative time; got " + size + " and " + refill);
            }
        }
    }

    /**
     * An amount of units.
     *
     * @param units the number to take; 0 to look, which is refused while units that are still to come back are reserved
     * @param returned the number to return before; the budget does not become larger than its size
     * @param longestWait how long the caller would wait for the units
     */
    record Amount(long units, long returned, Duration longestWait) {
        public Amount {
            Objects.requireNonNull(longestWait, "longestWait");
            if (units < 0 || returned < 0 || longestWait.isNegative()) {
                throw new IllegalArgumentException(
                        "an amount is not negative; got " + units + ", " + returned + " and " + longestWait);
            }
        }

        /** Returns an amount that is there at once or not at all. */
        public static Amount of(long units) {
            return new Amount(units, 0, Duration.ZERO);
        }
    }

    /**
     * The result of an operation.
     *
     * @param isGranted whether the units were taken
     * @param delay how long it takes until the units are there; {@link #NO_LIMIT} if only a return brings them
     * @param left the number of units that are left, not negative
     */
    record Taken(boolean isGranted, Duration delay, long left) {
        public Taken {
            Objects.requireNonNull(delay, "delay");
        }
    }
}
