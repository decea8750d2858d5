package dev.plumbline.planted.statics.tools;

/** A lock for all loaders. */
final class BadLock {
    static final Object LOCK = new Object();
}
