package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadParallel {
    long touch() {
        return java.util.List.of(1).parallelStream().count();
    }
}
