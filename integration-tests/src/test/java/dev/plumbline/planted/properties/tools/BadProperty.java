package dev.plumbline.planted.properties.tools;

/** Changes one. */
final class BadProperty {
    void run() {
        System.setProperty("a", "b");
    }
}
