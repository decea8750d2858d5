package dev.plumbline.violations.statics.tools;

/** Final, and anybody may set. */
final class BadArray {
    static final int[] SIZES = {1, 2};
}
