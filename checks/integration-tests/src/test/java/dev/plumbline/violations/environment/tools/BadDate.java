package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadDate {
    java.util.Date touch() {
        return new java.util.Date();
    }
}
