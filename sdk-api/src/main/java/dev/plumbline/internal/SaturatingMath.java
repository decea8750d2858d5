package dev.plumbline.internal;

import java.time.Duration;

/**
 * Sums and products that end at the largest or smallest number instead of overflowing, for numbers from outside: what a
 * service reports must neither throw nor turn a large number into a negative one.
 */
public final class SaturatingMath {
    private SaturatingMath() {}

    /** Returns the sum, or the end of the range on its side. */
    public static long plus(long one, long other) {
        long sum = one + other;
        // it has overflowed if its sign is that of neither
        return ((one ^ sum) & (other ^ sum)) < 0 ? end(one) : sum;
    }

    /** Returns the sum, or the end of the range on its side. */
    public static int plus(int one, int other) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, (long) one + other));
    }

    /** Returns the product, or the end of the range on its side. */
    public static long times(long one, long other) {
        try {
            return Math.multiplyExact(one, other);
        } catch (ArithmeticException beyond) {
            return end(one ^ other);
        }
    }

    /** Returns a duration in nanoseconds, or the end of the range, some 292 years. */
    public static long nanos(Duration time) {
        try {
            return time.toNanos();
        } catch (ArithmeticException beyond) {
            return end(time.toSeconds());
        }
    }

    private static long end(long sign) {
        return sign < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
