package dev.plumbline.violations.environment.tools;

/** Touches the world. */
final class BadMathRandom {
    double touch() {
        return Math.random();
    }
}
