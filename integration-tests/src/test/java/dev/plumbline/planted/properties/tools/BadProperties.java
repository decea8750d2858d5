package dev.plumbline.planted.properties.tools;

/** Has all of them in its hands. */
final class BadProperties {
    void run() {
        System.getProperties().put("a", "b");
    }
}
