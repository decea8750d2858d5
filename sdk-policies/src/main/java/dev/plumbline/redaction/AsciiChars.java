package dev.plumbline.redaction;

import java.util.function.IntPredicate;

/** Classes of ASCII characters, because structured values are written in ASCII; a bit for each class in one table. */
final class AsciiChars {
    /** The maximum number of characters between two groups of a number. */
    static final int MOST_BETWEEN = 3;

    private static final int ASCII = 128;

    private static final int DIGIT = 1;
    private static final int LETTER = 1 << 1;
    private static final int HEX = 1 << 2;
    private static final int UNDERSCORE = 1 << 3;
    private static final int ENCODED = 1 << 4;
    private static final int BETWEEN = 1 << 5;
    private static final int TOKEN = 1 << 6;

    /** The classes of each character; a text, because an array could be changed. */
    private static final String CLASSES = classes();

    private AsciiChars() {}

    private static String classes() {
        char[] classes = new char[ASCII];
        add(classes, DIGIT | HEX | ENCODED, "0123456789");
        add(classes, LETTER | HEX | ENCODED, "abcdefABCDEF");
        add(classes, LETTER | ENCODED, "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ");
        add(classes, UNDERSCORE, "_");
        add(classes, ENCODED, "+/_-%.\\@~");
        add(classes, BETWEEN, " -+.()/\r\n");
        add(classes, TOKEN, "_-.~+/=$@");
        return String.valueOf(classes);
    }

    private static void add(char[] classes, int bits, String characters) {
        for (int i = 0; i < characters.length(); i++) {
            classes[characters.charAt(i)] |= (char) bits;
        }
    }

    private static boolean is(int c, int classes) {
        return c >>> 7 == 0 && (CLASSES.charAt(c) & classes) != 0;
    }

    static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean letter(int c) {
        return is(c, LETTER);
    }

    static boolean alnum(int c) {
        return is(c, LETTER | DIGIT);
    }

    static boolean word(int c) {
        return is(c, LETTER | DIGIT | UNDERSCORE);
    }

    static boolean hex(int c) {
        return is(c, HEX);
    }

    /** Returns whether it may be in a token. */
    static boolean token(int c) {
        return is(c, LETTER | DIGIT | TOKEN);
    }

    /** Returns whether it is a letter or digit of any script. */
    static boolean anyAlnum(int c) {
        return c < ASCII ? alnum(c) : Character.isLetterOrDigit((char) c);
    }

    /** Returns whether it may be in encoded data; other characters than ASCII may, because they are not encoded again. */
    static boolean encoded(int c) {
        return is(c, ENCODED) || c >= ASCII;
    }

    /** Returns whether the character may be between the groups of a number. */
    static boolean between(int c) {
        return is(c, BETWEEN);
    }

    /** Returns whether a character continues what divides the groups of a phone number and began with another. */
    static boolean continues(int c, int first) {
        return switch (c) {
            case '(', ' ' -> true;
            case '-', ')', '/' -> first == ')' || first == ' ';
            default -> false;
        };
    }

    /** Returns whether a condition is true of all characters of a text. */
    static boolean all(CharSequence text, IntPredicate condition) {
        for (int i = 0; i < text.length(); i++) {
            if (!condition.test(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
}
