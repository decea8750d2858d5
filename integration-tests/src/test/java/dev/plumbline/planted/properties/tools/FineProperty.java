package dev.plumbline.planted.properties.tools;

/** Reads one. */
final class FineProperty {
    String value() {
        return System.getProperty("java.home");
    }
}
