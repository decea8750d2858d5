package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadParallel {
    long touch() {
        return java.util.List.of(1).parallelStream().count();
    }
}
