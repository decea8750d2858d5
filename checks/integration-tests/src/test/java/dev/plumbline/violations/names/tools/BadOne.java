package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadOne {
    static final class CallHelper {}
}
