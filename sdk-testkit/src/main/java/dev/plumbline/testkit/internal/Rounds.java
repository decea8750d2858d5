package dev.plumbline.testkit.internal;

import java.time.Duration;

/**
 * How often a law tries what threads decide: so often on every machine, however busy, and then again while there is time.
 * Several threads may ask one object.
 *
 * @param least the number of rounds in any case
 * @param most the number of rounds at most
 * @param end the {@link System#nanoTime} at which no further round begins, once the least are done
 */
public record Rounds(int least, int most, long end) {

    /** Returns as many rounds as there is time for, which begins now. */
    public static Rounds of(int least, Duration time) {
        return of(least, Integer.MAX_VALUE, time);
    }

    /** Returns rounds of which the time begins now. */
    public static Rounds of(int least, int most, Duration time) {
        return new Rounds(least, most, System.nanoTime() + time.toNanos());
    }

    /** Returns whether there is a further round after that many. */
    public boolean goOn(int done) {
        return done < least || (done < most && System.nanoTime() - end < 0);
    }
}
