package dev.plumbline.violations.threadlocals.tools;

/** Kept with the thread. */
final class BadLocal {
    private final ThreadLocal<String> name = new ThreadLocal<>();

    String name() {
        return name.get();
    }
}
