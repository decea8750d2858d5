package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadThree {
    static final class CallImpl {}
}
