package dev.plumbline.violations.properties.tools;

/** Reads one. */
final class FineProperty {
    String value() {
        return System.getProperty("java.home");
    }
}
