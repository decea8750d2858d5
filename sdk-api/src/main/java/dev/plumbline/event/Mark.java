package dev.plumbline.event;

/**
 * What stands in telemetry for something that must not: the first 64 bits of a keyed hash. Equal things have equal marks in one
 * runtime; without its key nobody can try out what a mark stands for.
 *
 * @param bits the hash
 */
public record Mark(long bits) {
    /** The mark of nothing. */
    public static final Mark NONE = new Mark(0);

    /** Sixteen hexadecimal digits; empty for the mark of nothing. */
    public String text() {
        return bits == 0 ? "" : String.format(java.util.Locale.ROOT, "%016x", bits);
    }

    @Override
    public String toString() {
        return text();
    }
}
