package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadNanos {
    long touch() {
        return System.nanoTime();
    }
}
