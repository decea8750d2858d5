package dev.plumbline.violations.statics.tools;

/** A lock for all loaders. */
final class BadLock {
    static final Object LOCK = new Object();
}
