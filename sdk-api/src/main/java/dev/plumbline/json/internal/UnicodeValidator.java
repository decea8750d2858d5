package dev.plumbline.json.internal;

import java.nio.ByteBuffer;
import java.util.Objects;

/** Checks that text is well-formed, as bytes and as a string. */
public final class UnicodeValidator {
    static final String LONE_SURROGATE = "a string holds half a surrogate pair: send both halves or neither";

    /** The number of bytes that are read one by one, which is faster in a new process. */
    private static final int NEAR = 512;

    private static final long EACH = 0x0101010101010101L;
    private static final long HIGHEST_BITS = 0x8080808080808080L;

    private UnicodeValidator() {}

    /**
     * Returns the text itself.
     *
     * @param name what the error calls it
     * @throws IllegalArgumentException if it holds half a surrogate pair, which has no UTF-8 form
     */
    public static String requireWellFormed(String text, String name) {
        int lone = loneSurrogate(Objects.requireNonNull(text, name));
        if (lone >= 0) {
            throw new IllegalArgumentException(name + ", character " + lone
                    + ": half of a surrogate pair; cut text between characters, or put U+FFFD in its place");
        }
        return text;
    }

    /** Returns the text with U+FFFD for each half of a surrogate pair; the text itself if there is none. */
    public static String repaired(String text) {
        int lone = loneSurrogate(text);
        if (lone < 0) {
            return text;
        }
        StringBuilder repaired = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c)
                .forEach(repaired::appendCodePoint);
        return repaired.toString();
    }

    public static boolean hasLoneSurrogate(String text) {
        return loneSurrogate(text) >= 0;
    }

    /** Returns the position of the first half of a surrogate pair without the other, or -1. */
    static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /** The position of the first byte that does not begin a character of UTF-8, or {@code to}. */
    static int firstMalformed(byte[] bytes, int from, int to) {
        int i = firstNotAscii(bytes, from, to);
        while (i < to) {
            int length = characterLength(bytes, i, to);
            if (length == 0) {
                return i;
            }
            i = firstNotAscii(bytes, i + length, to);
        }
        return to;
    }

    /**
     * Returns the position of the first byte that is not ASCII, or {@code to}; long input is read in steps of eight
     * bytes.
     */
    private static int firstNotAscii(byte[] bytes, int from, int to) {
        int near = Math.min(to, from + NEAR);
        int i = from;
        while (i < near && bytes[i] >= 0) {
            i++;
        }
        if (i < near || i == to) {
            return i;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (to - i >= Long.BYTES && (buffer.getLong(i) & HIGHEST_BITS) == 0) {
            i += Long.BYTES;
        }
        while (i < to && bytes[i] >= 0) {
            i++;
        }
        return i;
    }

    /**
     * Returns a position before which there is no quote, backslash or control character, in steps of eight bytes; may
     * be too early.
     */
    static int firstNotPlain(byte[] bytes, int from, int to) {
        // A VarHandle would take some milliseconds in a new process.
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int i = from;
        while (to - i >= Long.BYTES) {
            long eight = buffer.getLong(i);
            long quotes = eight ^ EACH * '"';
            long backslashes = eight ^ EACH * '\\';
            // A subtraction sets the highest bit of each byte below the limit, unless it was set before.
            long below = ((eight - EACH * ' ') & ~eight)
                    | ((quotes - EACH) & ~quotes)
                    | ((backslashes - EACH) & ~backslashes);
            if ((below & HIGHEST_BITS) != 0) {
                return i;
            }
            i += Long.BYTES;
        }
        return i;
    }

    /** Returns the length of the character at a position that is not ASCII; 0 if there is none. */
    private static int characterLength(byte[] bytes, int i, int to) {
        int lead = bytes[i] & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return tails(bytes, i, to, 1) ? 2 : 0;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            return tails(bytes, i, to, 2) && isSecondOfThree(lead, bytes[i + 1] & 0xFF) ? 3 : 0;
        }
        if (lead >= 0xF0 && lead <= 0xF4) {
            return tails(bytes, i, to, 3) && isSecondOfFour(lead, bytes[i + 1] & 0xFF) ? 4 : 0;
        }
        return 0;
    }

    private static boolean tails(byte[] bytes, int i, int to, int count) {
        if (to - i <= count) {
            return false;
        }
        for (int k = 1; k <= count; k++) {
            if ((bytes[i + k] & 0xC0) != 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the second byte is neither of an overlong form nor of a surrogate. */
    private static boolean isSecondOfThree(int lead, int second) {
        return lead == 0xE0 ? second >= 0xA0 : lead != 0xED || second < 0xA0;
    }

    /** Returns whether the second byte is neither of an overlong form nor beyond U+10FFFF. */
    private static boolean isSecondOfFour(int lead, int second) {
        return lead == 0xF0 ? second >= 0x90 : lead != 0xF4 || second < 0x90;
    }
}
