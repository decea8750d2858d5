package dev.plumbline.redaction;

/** Classes of ASCII characters, because structured values are written in ASCII. */
final class AsciiChars {
    /** The maximum number of characters between two groups of a number. */
    static final int MOST_BETWEEN = 3;

    private static final AsciiSet MARKS_OF_ENCODED = AsciiSet.of("+/_-%.\\@~");

    private AsciiChars() {}

    static boolean digit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean letter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    static boolean alnum(int c) {
        return digit(c) || letter(c);
    }

    static boolean word(int c) {
        return alnum(c) || c == '_';
    }

    static boolean hex(int c) {
        return digit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
    }

    /** Returns whether it is a letter or digit of any script. */
    static boolean anyAlnum(int c) {
        return c < 128 ? alnum(c) : Character.isLetterOrDigit((char) c);
    }

    /** Returns whether it may be in encoded data; other characters than ASCII may, because they are not encoded again. */
    static boolean encoded(int c) {
        return alnum(c) || MARKS_OF_ENCODED.contains(c) || c >= 128;
    }

    /** Returns whether the character may be between the groups of a number. */
    static boolean between(int c) {
        return switch (c) {
            case ' ', '-', '+', '.', '(', ')', '/', '\r', '\n' -> true;
            default -> false;
        };
    }

    /** Returns whether a character continues what divides the groups of a phone number and began with another. */
    static boolean continues(int c, int first) {
        return switch (c) {
            case '(', ' ' -> true;
            case '-', ')', '/' -> first == ')' || first == ' ';
            default -> false;
        };
    }

    static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
}
