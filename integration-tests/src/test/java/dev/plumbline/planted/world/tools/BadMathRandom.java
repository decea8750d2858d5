package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadMathRandom {
    double touch() {
        return Math.random();
    }
}
