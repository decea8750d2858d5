package dev.plumbline.planted.threadlocals.tools;

/** Kept with the object. */
final class FineField {
    final String name = "a";
}
