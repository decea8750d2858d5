package dev.plumbline.event;

import java.util.HexFormat;

/**
 * A hashed id for telemetry: the first 64 bits of a keyed hash of a value that must not appear there. Equal values have
 * equal hashed ids in one runtime; without the key a value cannot be found by trial.
 *
 * @param bits the hash
 */
public record HashedId(long bits) {
    /** The hashed id of an absent value. */
    public static final HashedId NONE = new HashedId(0);

    /** Returns sixteen hexadecimal digits; empty for {@link #NONE}. */
    public String text() {
        return bits == 0 ? "" : HexFormat.of().toHexDigits(bits);
    }

    @Override
    public String toString() {
        return text();
    }
}
