package dev.plumbline.event;

import java.util.HexFormat;
import java.util.Objects;

/**
 * The correlation ids of a call: its session, turn, round and request.
 *
 * @param session the conversation's id
 * @param turn the id of one user input until its final result
 * @param round the number of the provider call in that turn with the tools it requested, from 1; 0 outside a round
 * @param request the id of one provider call, the same in all its attempts; empty outside a call
 */
public record CallIds(String session, String turn, int round, String request) {
    /** The ids of an event or call outside any session. */
    public static final CallIds NONE = new CallIds("", "", 0, "");

    public CallIds {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(turn, "turn");
        Objects.requireNonNull(request, "request");
    }

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
}
