package dev.plumbline.testkit.internal;

import java.time.Duration;

/**
 * How often a law tries what threads decide: so often on every machine, however busy, and then again while there is time.
 * Several threads may ask one object.
 *
 * @param least the number of rounds in any case, unless more than 20 take until {@code latest}
 * @param most the number of rounds at most
 * @param end the {@link System#nanoTime} at which no further round begins, once the least are done
 * @param latest the {@link System#nanoTime} at which a round that takes long is not tried more than a few times
 */
public record Rounds(int least, int most, long end, long latest) {
    private static final int FEW = 20;
    private static final int LONGER = 10;

    /** Returns as many rounds as there is time for, which begins now. */
    public static Rounds of(int least, Duration time) {
        return of(least, Integer.MAX_VALUE, time);
    }

    /** Returns rounds of which the time begins now; where they take long, ten times as much at most. */
    public static Rounds of(int least, int most, Duration time) {
        long now = System.nanoTime();
        return new Rounds(
                least,
                most,
                now + time.toNanos(),
                now + time.multipliedBy(LONGER).toNanos());
    }

    /** Returns whether there is a further round after that many. */
    public boolean goOn(int done) {
        long now = System.nanoTime();
        return done < least ? done < FEW || now - latest < 0 : done < most && now - end < 0;
    }
}
