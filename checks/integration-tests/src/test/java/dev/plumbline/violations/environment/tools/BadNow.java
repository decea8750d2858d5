package dev.plumbline.violations.environment.tools;

import java.time.Instant;

/** Touches the world. */
final class BadNow {
    Instant touch() {
        return Instant.now();
    }
}
