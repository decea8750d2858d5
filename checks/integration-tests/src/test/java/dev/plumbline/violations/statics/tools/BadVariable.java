package dev.plumbline.violations.statics.tools;

/** Not final. */
final class BadVariable {
    static int count;
}
