package dev.plumbline.violations.environment.policy;

/** Has the name of an adapter. */
final class ChainRun {
    long touch() {
        return System.nanoTime();
    }
}
