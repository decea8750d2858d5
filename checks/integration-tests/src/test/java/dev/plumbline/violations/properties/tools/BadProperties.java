package dev.plumbline.violations.properties.tools;

/** Has all of them in its hands. */
final class BadProperties {
    void run() {
        System.getProperties().put("a", "b");
    }
}
