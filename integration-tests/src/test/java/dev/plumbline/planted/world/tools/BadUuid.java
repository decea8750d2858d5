package dev.plumbline.planted.world.tools;

/** Touches the world. */
final class BadUuid {
    Object touch() {
        return java.util.UUID.randomUUID();
    }
}
