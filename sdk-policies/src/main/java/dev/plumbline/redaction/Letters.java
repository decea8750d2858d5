package dev.plumbline.redaction;

/** Classes of letters, in a table for those of the scripts of Europe, because they are asked for at each character. */
final class Letters {
    private static final int LETTER = 1;
    private static final int CAPITAL = 1 << 1;
    private static final int SMALL = 1 << 2;
    private static final int DIGIT = 1 << 3;

    /** The number of characters in the tables: Latin, Greek, Cyrillic. */
    private static final int MOST = 0x530;

    /** The classes of each character, and its small letter; texts, because an array could be changed. */
    private static final String CLASSES;

    private static final String LOWER;

    static {
        char[] classes = new char[MOST];
        char[] lower = new char[MOST];
        for (char c = 0; c < MOST; c++) {
            classes[c] = (char) classes(c);
            lower[c] = Character.toLowerCase(c);
        }
        CLASSES = String.valueOf(classes);
        LOWER = String.valueOf(lower);
    }

    private Letters() {}

    private static int classes(int c) {
        return (Character.isLetter(c) ? LETTER : 0)
                | (Character.isUpperCase(c) ? CAPITAL : 0)
                | (Character.isLowerCase(c) ? SMALL : 0)
                | (Character.isDigit(c) ? DIGIT : 0);
    }

    private static boolean known(int c, int classes) {
        return (CLASSES.charAt(c) & classes) != 0;
    }

    private static boolean inTable(int c) {
        return c >= 0 && c < MOST;
    }

    static boolean is(int c) {
        return inTable(c) ? known(c, LETTER) : Character.isLetter(c);
    }

    static boolean isOrDigit(int c) {
        return inTable(c) ? known(c, LETTER | DIGIT) : Character.isLetterOrDigit(c);
    }

    static boolean isCapital(int c) {
        return inTable(c) ? known(c, CAPITAL) : Character.isUpperCase(c);
    }

    static boolean isSmall(int c) {
        return inTable(c) ? known(c, SMALL) : Character.isLowerCase(c);
    }

    /** Returns the small letter; the character itself if it is none, or has none. */
    static int lower(int c) {
        return c < 0 ? c : c < MOST ? LOWER.charAt(c) : Character.toLowerCase(c);
    }
}
