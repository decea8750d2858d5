package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadTwo {
    static final class StringUtils {}
}
