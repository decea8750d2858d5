package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadSeven {
    interface ICall {}
}
