package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadUuid {
    Object touch() {
        return java.util.UUID.randomUUID();
    }
}
