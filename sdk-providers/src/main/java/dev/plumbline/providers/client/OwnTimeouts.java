package dev.plumbline.providers.client;

import dev.plumbline.http.internal.Timeouts;
import java.time.Duration;
import java.util.Optional;

/**
 * The deadlines that a program has set; each stands alone, and those that are empty have their defaults. Immutable.
 *
 * @param connect the time until the connection is open
 * @param firstEvent the time from then until the first event
 * @param idle the time between two events
 * @param total the time of the whole attempt
 */
public record OwnTimeouts(
        Optional<Duration> connect, Optional<Duration> firstEvent, Optional<Duration> idle, Optional<Duration> total) {
    /** No deadline is set. */
    public static final OwnTimeouts NONE =
            new OwnTimeouts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public OwnTimeouts {
        Timeouts usual = Timeouts.ofDefaults();
        Timeouts unused = new Timeouts( // checks them
                connect.orElse(usual.connect()),
                firstEvent.orElse(usual.firstEvent()),
                idle.orElse(usual.idle()),
                total.orElse(usual.total()));
    }

    /** Returns the deadlines of a call, with those that the program has set. */
    public Timeouts over(Timeouts adapted) {
        Duration first = firstEvent.orElse(adapted.firstEvent());
        return new Timeouts(
                connect.orElse(adapted.connect()),
                first,
                idle.orElse(adapted.idle()),
                total.orElse(AdaptedTimeouts.total(first)));
    }
}
