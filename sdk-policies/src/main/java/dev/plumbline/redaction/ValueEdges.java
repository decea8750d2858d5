package dev.plumbline.redaction;

/**
 * Decides where a known value counts as one: not within a longer word or number. The same rule decides where a value is
 * hidden and where its pseudonym is restored, so whatever is restored is hidden again.
 */
final class ValueEdges {
    private static final int SHORTEST_INFLECTED = 4;
    private static final int LONGEST_ENDING = 2;
    private static final int ESCAPE = 6;
    private static final int HEX = 16;

    private ValueEdges() {}

    /**
     * Returns whether a value counts between what is around it.
     *
     * @param value the value in its normal form, not empty
     * @param from the index of the value, or of what stands for it
     * @param end the index behind it
     * @param escapes whether an escape of JSON that begins at the end may be a letter
     */
    static boolean allow(String value, LookaheadText text, int from, int end, boolean escapes) {
        if (value.isEmpty() || !allowBegin(value, text, from)) {
            return false;
        }
        char last = value.charAt(value.length() - 1);
        int most = isInflected(value) ? LONGEST_ENDING : 0;
        for (int at = end, before = last; ; at++) {
            boolean escape = escapes && isEscape(text, at);
            int next = escape ? escaped(text, at) : text.at(at);
            if (isOver(before, next)) {
                return true;
            }
            if (escape || at - end == most || !Letters.is(next)) {
                return false;
            }
            before = next;
        }
    }

    /** Returns whether a value counts behind what is before it. */
    static boolean allowBegin(String value, LookaheadText text, int from) {
        char first = value.charAt(0);
        boolean control = text.at(from - 1) == '\\' && (first == 'n' || first == 't' || first == 'r');
        return !control && (!AsciiChars.alnum(first) || text.startsToken(from));
    }

    /** Returns whether a word or a number that ends with a character is over before the next one. */
    private static boolean isOver(int last, int next) {
        return AsciiChars.alnum(last)
                ? !AsciiChars.alnum(next)
                : !AsciiChars.anyAlnum(last)
                        || !AsciiChars.anyAlnum(next)
                        || isWithoutBlanks(last)
                        || isWithoutBlanks(next);
    }

    /** Returns whether an escape of JSON begins there, {@code \\u0041}. */
    private static boolean isEscape(LookaheadText text, int from) {
        boolean hex = text.at(from) == '\\' && text.at(from + 1) == 'u';
        for (int i = 2; hex && i < ESCAPE; i++) {
            hex = AsciiChars.hex(text.at(from + i));
        }
        return hex;
    }

    /** Returns the character of an escape in its normal form; a letter for one that is invisible: it may hide another. */
    private static int escaped(LookaheadText text, int from) {
        String normal = NormalizedText.string(
                String.valueOf((char) Integer.parseInt(text.slice(from + 2, from + ESCAPE), HEX)));
        return normal.isEmpty() ? 'x' : normal.charAt(0);
    }

    /** Returns whether a value is a word that may have an ending: a name, as in {@code Müllers}. */
    private static boolean isInflected(String value) {
        boolean letters = value.length() >= SHORTEST_INFLECTED;
        for (int i = 0; letters && i < value.length(); i++) {
            letters = Letters.is(value.charAt(i));
        }
        return letters;
    }

    /** Returns whether it is of a script in which no blank divides words, or an ending follows words of other scripts. */
    private static boolean isWithoutBlanks(int c) {
        return (c >= 0x0e00 && c <= 0x0eff) // Thai, Lao
                || (c >= 0x1000 && c <= 0x109f) // Burmese
                || (c >= 0x1780 && c <= 0x17ff) // Khmer
                || (c >= 0x2e80 && c <= 0x9fff) // Chinese, Japanese
                || (c >= 0xac00 && c <= 0xd7ff) // Korean
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xff66 && c <= 0xffdc);
    }
}
