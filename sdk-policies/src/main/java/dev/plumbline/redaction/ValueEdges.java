package dev.plumbline.redaction;

/**
 * Decides where a known value counts as one: not within a longer word or number. The same rule decides where a value is
 * hidden and where its pseudonym is restored, so whatever is restored is hidden again.
 */
final class ValueEdges {
    private static final int SHORTEST_INFLECTED = 4;
    private static final int LONGEST_ENDING = 2;

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
        if (value.isEmpty()) {
            return false;
        }
        char first = value.charAt(0);
        boolean escape = text.at(from - 1) == '\\' && (first == 'n' || first == 't' || first == 'r');
        if (escape || (AsciiChars.alnum(first) && !text.startsToken(from))) {
            return false;
        }
        char last = value.charAt(value.length() - 1);
        if (!AsciiChars.anyAlnum(last) || isWithoutBlanks(last) || isWithoutBlanks(text.at(end))) {
            return true;
        }
        int at = end;
        int most = isInflected(value) ? LONGEST_ENDING : 0;
        while (at - end < most && Letters.is(text.at(at))) {
            at++;
        }
        return !AsciiChars.anyAlnum(text.at(at)) && !(escapes && text.at(at) == '\\' && text.at(at + 1) == 'u');
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
