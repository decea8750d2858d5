package dev.plumbline.planted.world.policy;

/** Has the name of an adapter. */
final class ChainRun {
    long touch() {
        return System.nanoTime();
    }
}
