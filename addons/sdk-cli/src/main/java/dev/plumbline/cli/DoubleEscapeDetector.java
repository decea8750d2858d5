package dev.plumbline.cli;

import java.time.Duration;
import java.time.Instant;

/**
 * Detects Escape pressed twice within half a second without another key between; arrow keys, which begin with the same
 * character, do not count. Used by one thread.
 */
final class DoubleEscapeDetector {
    static final int ESCAPE = 27;

    private static final Duration WITHIN = Duration.ofMillis(500);

    /** The time until which a second Escape counts. */
    private Instant until = Instant.MIN;

    /** Returns whether this key was the second Escape. */
    boolean pressed(int key, Instant now) {
        boolean escape = key == ESCAPE;
        boolean second = escape && !now.isAfter(until);
        until = escape && !second ? now.plus(WITHIN) : Instant.MIN;
        return second;
    }
}
