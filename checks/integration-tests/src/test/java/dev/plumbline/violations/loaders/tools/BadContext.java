package dev.plumbline.violations.loaders.tools;

/** Asks the thread. */
final class BadContext {
    ClassLoader loader() {
        return Thread.currentThread().getContextClassLoader();
    }
}
