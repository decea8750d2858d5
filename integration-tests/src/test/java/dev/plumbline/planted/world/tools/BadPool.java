package dev.plumbline.planted.world.tools;

import java.util.concurrent.Executors;

/** Touches the world. */
final class BadPool {
    Object touch() {
        return Executors.newCachedThreadPool();
    }
}
