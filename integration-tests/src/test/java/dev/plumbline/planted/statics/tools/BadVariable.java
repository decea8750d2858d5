package dev.plumbline.planted.statics.tools;

/** Not final. */
final class BadVariable {
    static int count;
}
