package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadNanos {
    long touch() {
        return System.nanoTime();
    }
}
