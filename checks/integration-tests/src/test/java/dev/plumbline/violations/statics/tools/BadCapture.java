package dev.plumbline.violations.statics.tools;

import java.util.function.IntSupplier;

/** A function that remembers. */
final class BadCapture {
    static final IntSupplier NEXT = counter(new int[1]);

    private static IntSupplier counter(int[] count) {
        return () -> count[0]++;
    }
}
