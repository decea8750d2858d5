package dev.plumbline.redaction;

/**
 * The features of a piece of a text, which is a run without blanks, so that only detectors that can have a match in it
 * run. Used again for each piece.
 */
final class TextFeatures {
    /** The length from which on no detector needs to know more. */
    private static final int ENOUGH_LENGTH = 15;

    /** The number of dots and of colons from which on no detector needs to know more. */
    private static final int ENOUGH_SIGNS = 3;

    /** The number of digits from which on no detector needs to know more. */
    private static final int ENOUGH_DIGITS = 12;

    private final char[] text;
    private final LookaheadText numbers;
    private final int whole;
    private int from;
    private int to;
    private int digits;
    private int dots;
    private int colons;
    private boolean at;
    private boolean assigned;
    private boolean escaped;
    private boolean dashed;
    private boolean lettered;
    private boolean random;

    /** Creates the features of the pieces of a text, whose numbers are read as {@code numbers}. */
    TextFeatures(char[] text, LookaheadText numbers) {
        this.text = text;
        this.numbers = numbers;
        this.whole = text.length;
    }

    /**
     * Computes the features of a piece.
     *
     * @param first the index of its first character
     * @param end the index after its last
     * @param announced whether a value may be assigned to what begins there
     */
    TextFeatures of(int first, int end, boolean announced) {
        from = first;
        to = end;
        digits = 0;
        dots = 0;
        colons = 0;
        at = false;
        assigned = announced;
        escaped = false;
        dashed = false;
        lettered = false;
        random = false;
        for (int i = first; i < end; i++) {
            char c = text[i];
            if (!AsciiChars.letter(c)) {
                mark(c, i);
            } else {
                random |= i > first + 1 && c <= 'Z';
            }
        }
        countDigits();
        return this;
    }

    private void mark(char c, int index) {
        switch (c) {
            case '@' -> at = true;
            case '.' -> dots++;
            case '=' -> assigned = true;
            case '%', '\\', '&' -> escaped = true;
            case '-' -> dashed |= index > 0 && text[index - 1] == '-';
            case ':' -> {
                colons++;
                assigned = true;
            }
            default -> {
                if (AsciiChars.digit(c)) {
                    random = true;
                    lettered |= letterAt(index - 1) && letterAt(index - 2);
                }
            }
        }
    }

    /**
     * Counts the most digits in one number that begins in the piece, with groups divided in any way. A number is read
     * for all detectors only if it goes on behind the piece.
     */
    private void countDigits() {
        int first = from;
        int last = from;
        int count = 0;
        for (int i = random ? from : to; i < to; i++) {
            if (AsciiChars.digit(text[i])) {
                first = count == 0 ? i : first;
                last = i;
                digits = Math.max(digits, ++count);
            } else if (!AsciiChars.between(text[i]) || i - last > AsciiChars.MOST_BETWEEN) {
                count = 0;
            }
        }
        NumberRun run = count > 0 && digits < ENOUGH_DIGITS && goesOn(last) ? numbers.number(first) : null;
        digits = Math.min(ENOUGH_DIGITS, run == null ? digits : Math.max(digits, run.digits()));
    }

    /** Returns whether more digits may belong to the number with a digit at an index. */
    private boolean goesOn(int last) {
        int at = last + 1;
        while (at < whole && at - last <= AsciiChars.MOST_BETWEEN && AsciiChars.between(text[at])) {
            at++;
        }
        return at < whole && AsciiChars.digit(text[at]);
    }

    private boolean letterAt(int index) {
        return index >= 0 && AsciiChars.letter(text[index]);
    }

    /** Returns the most digits in one number, with groups divided in any way; 12 if there are more. */
    int digits() {
        return digits;
    }

    /** Returns the number of dots; {@value #ENOUGH_SIGNS} if there are more. */
    int dots() {
        return Math.min(ENOUGH_SIGNS, dots);
    }

    /** Returns the number of colons; {@value #ENOUGH_SIGNS} if there are more. */
    int colons() {
        return Math.min(ENOUGH_SIGNS, colons);
    }

    /** Returns the length of the piece; {@value #ENOUGH_LENGTH} if it is longer. */
    int length() {
        return Math.min(ENOUGH_LENGTH, to - from);
    }

    boolean hasAt() {
        return at;
    }

    /** Returns whether a value may be assigned: by a colon, an equals sign or the scheme of a login. */
    boolean isAssigned() {
        return assigned;
    }

    boolean isEscaped() {
        return escaped;
    }

    /** Returns whether two dashes are adjacent. */
    boolean isDashed() {
        return dashed;
    }

    /** Returns whether a digit comes after two letters. */
    boolean isLettered() {
        return lettered;
    }

    /** Returns whether it has a digit, or a capital inside, as keys and encoded data have. */
    boolean isRandom() {
        return random;
    }

    /** Returns whether it ends in a word of two letters, and a digit follows after a space. */
    boolean isPrefix() {
        return to + 1 < whole
                && text[to] == ' '
                && AsciiChars.digit(text[to + 1])
                && letterAt(to - 1)
                && letterAt(to - 2)
                && numbers.startsToken(to - 2);
    }

    /** Returns whether the rest of a sentence may follow behind a blank, an option of Windows, or a condition of SQL. */
    boolean isFollowed() {
        return to + 1 < whole && text[to] == ' ' && mayGoOn(text[to + 1]);
    }

    /** Returns whether a sentence, an option or a condition may go on with a character. */
    static boolean mayGoOn(int c) {
        return Character.isLowerCase(c) || c == '(' || c == '/' || c == 'W';
    }

    /** Returns whether it is behind a slash between blanks. */
    boolean isSlashed() {
        return from > 2 && text[from - 1] == ' ' && text[from - 2] == '/' && text[from - 3] == ' ';
    }

    /** Returns all features as one number: pieces with the same number are worth the same detectors. */
    int all() {
        int flags = (at ? 1 : 0)
                | (assigned ? 2 : 0)
                | (escaped ? 4 : 0)
                | (dashed ? 8 : 0)
                | (lettered ? 16 : 0)
                | (random ? 32 : 0)
                | (isPrefix() ? 64 : 0)
                | (isFollowed() ? 128 : 0)
                | (isSlashed() ? 256 : 0);
        return ((flags << 4 | digits) << 4 | length()) << 4 | dots() << 2 | colons();
    }
}
