package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadSix {
    abstract static class AbstractCall {}
}
