package dev.plumbline.redaction;

/**
 * A set of ASCII characters, a bit for each. Immutable.
 *
 * @param low the characters below 64
 * @param high the characters from 64 on
 */
record AsciiSet(long low, long high) {

    /** Returns the set of the characters of a text. */
    static AsciiSet of(String characters) {
        long low = 0;
        long high = 0;
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            low |= c < Long.SIZE ? 1L << c : 0;
            high |= c < Long.SIZE ? 0 : 1L << c;
        }
        return new AsciiSet(low, high);
    }

    /** Returns whether a character is in it; false for none and for characters that are not ASCII. */
    boolean contains(int c) {
        return c >>> 7 == 0 && ((c < Long.SIZE ? low : high) >>> c & 1) != 0;
    }
}
