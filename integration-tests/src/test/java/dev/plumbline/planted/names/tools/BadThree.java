package dev.plumbline.planted.names.tools;

/** Holds an empty word. */
final class BadThree {
    static final class CallImpl {}
}
