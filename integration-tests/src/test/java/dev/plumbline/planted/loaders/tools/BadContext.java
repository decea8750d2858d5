package dev.plumbline.planted.loaders.tools;

/** Asks the thread. */
final class BadContext {
    ClassLoader loader() {
        return Thread.currentThread().getContextClassLoader();
    }
}
