package dev.plumbline.redaction;

import java.util.Locale;

/**
 * A share and how sure it is.
 *
 * @param hits how many were found
 * @param of of how many
 */
record DetectionRate(int hits, int of) {
    static final DetectionRate NONE = new DetectionRate(0, 0);
    private static final double Z = 1.96;

    DetectionRate plus(boolean hit) {
        return new DetectionRate(hits + (hit ? 1 : 0), of + 1);
    }

    DetectionRate plus(DetectionRate other) {
        return new DetectionRate(hits + other.hits, of + other.of);
    }

    double share() {
        return of == 0 ? 1 : (double) hits / of;
    }

    /** The lower end of Wilson's interval at 95 %. */
    double low() {
        return middle() - half();
    }

    /** The upper end. */
    double high() {
        return middle() + half();
    }

    private double middle() {
        return (share() + Z * Z / (2 * of)) / (1 + Z * Z / of);
    }

    private double half() {
        double p = share();
        return Z / (1 + Z * Z / of) * Math.sqrt(p * (1 - p) / of + Z * Z / (4.0 * of * of));
    }

    @Override
    public String toString() {
        return of == 0
                ? "no sample"
                : String.format(Locale.ROOT, "%.4f [%.4f, %.4f], n = %d", share(), low(), high(), of);
    }
}
