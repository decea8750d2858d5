package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadThread {
    Thread touch() {
        return new java.lang.Thread(() -> {});
    }
}
