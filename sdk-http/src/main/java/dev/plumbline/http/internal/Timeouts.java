package dev.plumbline.http.internal;

import java.time.Duration;

/**
 * The deadlines of one attempt. Heartbeats are not events, and the time a receiver takes does not count. Immutable.
 *
 * @param connect the time until the connection is open, TLS included; TIMEOUT_CONNECT
 * @param firstEvent the time from then until the first event of the response; TIMEOUT_IDLE
 * @param idle the time between two events; TIMEOUT_IDLE
 * @param total the time from beginning to end; TIMEOUT_TOTAL
 */
public record Timeouts(Duration connect, Duration firstEvent, Duration idle, Duration total) {

    public Timeouts {
        requirePositive(connect, "connect");
        requirePositive(firstEvent, "firstEvent");
        requirePositive(idle, "idle");
        requirePositive(total, "total");
    }

    /** Returns the default: 10 seconds to connect, 60 to the first event, 30 between events, 10 minutes in total. */
    public static Timeouts ofDefaults() {
        return new Timeouts(
                Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofMinutes(10));
    }

    /** Returns a copy with that time to connect. */
    public Timeouts withConnect(Duration limit) {
        return new Timeouts(limit, firstEvent, idle, total);
    }

    /** Returns a copy with that time to the first event; local models load slowly. */
    public Timeouts withFirstEvent(Duration limit) {
        return new Timeouts(connect, limit, idle, total);
    }

    /** Returns a copy with that time between two events. */
    public Timeouts withIdle(Duration limit) {
        return new Timeouts(connect, firstEvent, limit, total);
    }

    /** Returns a copy with that total time. */
    public Timeouts withTotal(Duration limit) {
        return new Timeouts(connect, firstEvent, idle, limit);
    }

    private static void requirePositive(Duration limit, String name) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("timeout " + name + " must be longer than zero");
        }
    }
}
