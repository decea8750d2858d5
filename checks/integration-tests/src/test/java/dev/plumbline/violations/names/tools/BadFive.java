package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadFive {
    static final class DefaultCall {}
}
