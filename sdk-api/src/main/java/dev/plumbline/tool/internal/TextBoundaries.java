package dev.plumbline.tool.internal;

/**
 * Places at which a text can be cut without dividing a value. Redaction finds whole values only: half of a number or a key
 * would leave the program. So a cut is at a blank that does not separate groups of digits and does not follow a colon or an
 * equals sign, and never inside of a private key in PEM form. A run without such blanks
 * that is longer than {@value #LONGEST} characters, in which redaction finds nothing, is divided.
 */
public final class TextBoundaries {
    private static final int LONGEST = 4_096;
    private static final int LONGEST_KEY = 16_384;
    private static final int LONGEST_GROUP = 64;
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private TextBoundaries() {}

    /** Returns the last place up to {@code most} at which the text can be cut; {@code most} inside of a longer run. */
    public static int before(CharSequence text, int most) {
        if (most >= text.length()) {
            return text.length();
        }
        int start = boundary(text, most, -1);
        boolean longRun = boundary(text, most, 1) - start > LONGEST;
        boolean divided = longRun && most > 0 && Character.isHighSurrogate(text.charAt(most - 1));
        int cut = longRun ? (divided ? most - 1 : most) : start;
        int key = beginOfKey(text, cut);
        return key >= 0 ? before(text, key) : cut;
    }

    /** Returns the first place from {@code least} on at which the text can be cut; {@code least} inside of a longer run. */
    public static int after(CharSequence text, int least) {
        if (least <= 0 || least >= text.length()) {
            return Math.max(0, Math.min(least, text.length()));
        }
        int end = boundary(text, least, 1);
        boolean longRun = end - boundary(text, least, -1) > LONGEST;
        boolean divided = longRun && Character.isLowSurrogate(text.charAt(least));
        int cut = longRun ? (divided ? least + 1 : least) : end;
        int key = beginOfKey(text, cut);
        return key >= 0 ? after(text, endOfKey(text, key)) : cut;
    }

    /** The next boundary in a direction, or the end of the text, or a place that is farther away than a value is long. */
    private static int boundary(CharSequence text, int from, int step) {
        int place = from;
        while (place > 0 && place < text.length() && Math.abs(place - from) <= LONGEST && !isBoundary(text, place)) {
            place += step;
        }
        return place;
    }

    /** The start of the private key that a place is inside of; -1 when it is inside of none. */
    private static int beginOfKey(CharSequence text, int place) {
        int from = Math.max(0, place - LONGEST_KEY);
        int key = text.subSequence(from, place).toString().lastIndexOf(BEGIN);
        return key >= 0 && endOfKey(text, from + key) > place ? from + key : -1;
    }

    /**
     * Returns the end of the last line of a private key; the end of the text, or of the longest key, if it has none.
     */
    private static int endOfKey(CharSequence text, int key) {
        int most = Math.min(text.length(), key + LONGEST_KEY);
        String found = text.subSequence(key, most).toString();
        int end = found.indexOf(END);
        int dashes = end < 0 ? -1 : found.indexOf(DASHES, end + END.length());
        return dashes < 0 ? most : key + dashes + DASHES.length();
    }

    private static boolean isBoundary(CharSequence text, int at) {
        if (!isBlank(text, at - 1)) {
            return false;
        }
        int word = at - 1;
        while (isBlank(text, word)) {
            word--;
        }
        char last = word < 0 ? '.' : text.charAt(word);
        return last != ':' && last != '=' && !(hasDigit(text, word, -1) && hasDigit(text, at, 1));
    }

    private static boolean isBlank(CharSequence text, int at) {
        return at >= 0
                && at < text.length()
                && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\u00a0');
    }

    /** Returns whether the group of characters from a position on, in one direction, has a digit. */
    private static boolean hasDigit(CharSequence text, int from, int step) {
        int at = from;
        while (step > 0 && isBlank(text, at)) {
            at += step;
        }
        for (int i = 0; i < LONGEST_GROUP && at >= 0 && at < text.length() && !isBlank(text, at); i++) {
            if (Character.isDigit(text.charAt(at))) {
                return true;
            }
            at += step;
        }
        return false;
    }
}
