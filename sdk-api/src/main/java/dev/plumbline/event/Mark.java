package dev.plumbline.event;

/**
 * A hashed id for telemetry: the first 64 bits of a keyed hash of something that must not appear there. Equal values
 * have equal hashed ids in one runtime; without its key a value cannot be found by trial.
 *
 * @param bits the hash
 */
public record Mark(long bits) {
    /** The hashed id of nothing. */
    public static final Mark NONE = new Mark(0);

    /** Sixteen hexadecimal digits; empty for the hashed id of nothing. */
    public String text() {
        return bits == 0 ? "" : String.format(java.util.Locale.ROOT, "%016x", bits);
    }

    @Override
    public String toString() {
        return text();
    }
}
