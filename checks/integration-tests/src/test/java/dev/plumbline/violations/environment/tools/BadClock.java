package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadClock {
    java.time.Clock touch() {
        return java.time.Clock.systemUTC();
    }
}
