package dev.plumbline.violations.threadlocals.tools;

/** Kept with the object. */
final class FineField {
    final String name = "a";
}
