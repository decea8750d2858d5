package dev.plumbline.web;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;

/** Writes times, sizes and counts for a person. */
final class Quantities {
    private Quantities() {}

    /** Returns a readable duration: 12 ms, 3.4 s. */
    static String time(Duration took) {
        long micros = took.toNanos() / 1000;
        if (micros < 1_000) {
            return micros + " µs";
        }
        return micros < 1_000_000 ? rounded(micros / 1e3) + " ms" : rounded(micros / 1e6) + " s";
    }

    /** Returns a readable number of bytes: 600 B, 1.5 kB. */
    static String bytes(long count) {
        if (count < 1_000) {
            return count + " B";
        }
        return count < 1_000_000 ? rounded(count / 1e3) + " kB" : rounded(count / 1e6) + " MB";
    }

    /** Returns a count with its noun: 1 result, 2 results. */
    static String count(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** Returns a number with one digit after the point. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String rounded(double value) {
        int digits = value < 10 ? 1 : 0;
        return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
    }
}
