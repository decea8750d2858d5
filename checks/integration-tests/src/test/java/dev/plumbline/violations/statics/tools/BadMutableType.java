package dev.plumbline.violations.statics.tools;

/** An own type with a field that changes. */
final class BadMutableType {
    static final BadMutableType ONLY = new BadMutableType();
    int size;
}
