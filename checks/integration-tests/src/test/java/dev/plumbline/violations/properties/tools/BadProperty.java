package dev.plumbline.violations.properties.tools;

/** Changes one. */
final class BadProperty {
    void run() {
        System.setProperty("a", "b");
    }
}
