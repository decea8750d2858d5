package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadRandom {
    int touch() {
        return new java.util.Random().nextInt();
    }
}
