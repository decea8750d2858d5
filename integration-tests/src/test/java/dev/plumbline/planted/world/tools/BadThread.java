package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadThread {
    Thread touch() {
        return new java.lang.Thread(() -> {});
    }
}
