package dev.plumbline.planted.world.tools;

import java.time.Instant;

/** Touches the world. */
final class BadNow {
    Instant touch() {
        return Instant.now();
    }
}
