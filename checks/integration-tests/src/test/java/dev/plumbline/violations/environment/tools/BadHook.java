package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadHook {
    void touch(java.lang.Thread t) {
        Runtime.getRuntime().addShutdownHook(t);
    }
}
