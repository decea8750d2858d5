package dev.plumbline.planted.names.tools;

/** Holds an empty word. */
final class BadTwo {
    static final class StringUtils {}
}
