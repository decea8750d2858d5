package dev.plumbline.jsonschema;

import java.math.BigDecimal;

/**
 * Counts the work of one validation and ends it when there is too much. Schemas and values come from models, servers
 * and files; a validator takes exponential or quadratic time for some of them. One unit is about 10 nanoseconds. Used
 * by one thread.
 */
final class ValidationWork {
    /** The maximum work of one validation: about 150 milliseconds. */
    static final long MOST = 15_000_000;

    private long left = MOST;

    /**
     * Adds work that is about to be done.
     *
     * @throws TooMuch if that is more than one validation may take
     */
    void add(long units) {
        left -= Math.min(units, MOST + 1);
        if (left < 0) {
            throw new TooMuch();
        }
    }

    /** Returns the work of arithmetic with a number, which grows with the square of its digits. */
    static long ofNumber(BigDecimal number) {
        long digits = (number.precision() + Math.abs((long) number.scale())) / 16;
        return digits * digits / 4;
    }

    /** Ends a validation that takes too much work. */
    static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooMuch() {
            super("the validation takes too much work", null, false, false);
        }
    }
}
