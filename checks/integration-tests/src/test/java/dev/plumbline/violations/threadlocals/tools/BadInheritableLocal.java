package dev.plumbline.violations.threadlocals.tools;

/** Kept with the thread and its children. */
final class BadInheritableLocal extends InheritableThreadLocal<String> {}
