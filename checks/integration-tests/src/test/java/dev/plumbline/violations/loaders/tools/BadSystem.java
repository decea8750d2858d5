package dev.plumbline.violations.loaders.tools;

/** Asks the system. */
final class BadSystem {
    ClassLoader loader() {
        return ClassLoader.getSystemClassLoader();
    }
}
