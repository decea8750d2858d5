package dev.plumbline.cli;

import java.time.Duration;
import java.time.Instant;

/**
 * Recognises Escape pressed twice within half a second, with no key between them: arrow keys begin with the same character
 * and are none. Used by one thread.
 */
final class DoubleEscapeDetector {
    static final int ESCAPE = 27;

    private static final Duration WITHIN = Duration.ofMillis(500);

    /** Until when a second one counts. */
    private Instant until = Instant.MIN;

    /** Whether this key was the second Escape. */
    boolean pressed(int key, Instant now) {
        boolean escape = key == ESCAPE;
        boolean second = escape && !now.isAfter(until);
        until = escape && !second ? now.plus(WITHIN) : Instant.MIN;
        return second;
    }
}
