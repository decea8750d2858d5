package dev.plumbline.planted.names.tools;

/** Holds an empty word. */
final class BadSeven {
    interface ICall {}
}
