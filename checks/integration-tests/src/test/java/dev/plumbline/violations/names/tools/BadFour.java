package dev.plumbline.violations.names.tools;

/** Holds an empty word. */
final class BadFour {
    static class BaseCall {}
}
