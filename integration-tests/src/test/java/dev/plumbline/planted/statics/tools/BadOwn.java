package dev.plumbline.planted.statics.tools;

/** An own type with a field that changes. */
final class BadOwn {
    static final BadOwn ONLY = new BadOwn();
    int size;
}
