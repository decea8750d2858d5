package dev.plumbline.http;

import java.time.Duration;

/**
 * The deadlines of one attempt. Heartbeats are not events, and the time a receiver takes does not count. Immutable.
 *
 * @param connect until the connection is open, TLS included; TIMEOUT_CONNECT
 * @param firstEvent from then until the first event of the answer; TIMEOUT_IDLE
 * @param idle between two events; TIMEOUT_IDLE
 * @param total from beginning to end; TIMEOUT_TOTAL
 */
public record Timeouts(Duration connect, Duration firstEvent, Duration idle, Duration total) {

    public Timeouts {
        requirePositive(connect, "connect");
        requirePositive(firstEvent, "firstEvent");
        requirePositive(idle, "idle");
        requirePositive(total, "total");
    }

    /** 10 seconds to connect, 60 to the first event, 30 between events, 10 minutes in all. */
    public static Timeouts ofDefaults() {
        return new Timeouts(
                Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofMinutes(10));
    }

    /** A copy with that time to connect. */
    public Timeouts withConnect(Duration limit) {
        return new Timeouts(limit, firstEvent, idle, total);
    }

    /** A copy with that time to the first event; local models load slowly. */
    public Timeouts withFirstEvent(Duration limit) {
        return new Timeouts(connect, limit, idle, total);
    }

    /** A copy with that time between two events. */
    public Timeouts withIdle(Duration limit) {
        return new Timeouts(connect, firstEvent, limit, total);
    }

    /** A copy with that time in all. */
    public Timeouts withTotal(Duration limit) {
        return new Timeouts(connect, firstEvent, idle, limit);
    }

    private static void requirePositive(Duration limit, String name) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("timeout " + name + " must be longer than zero");
        }
    }
}
