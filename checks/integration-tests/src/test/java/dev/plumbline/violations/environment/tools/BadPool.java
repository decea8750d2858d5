package dev.plumbline.violations.environment.tools;

import java.util.concurrent.Executors;

/** Touches the world. */
final class BadPool {
    Object touch() {
        return Executors.newCachedThreadPool();
    }
}
