package dev.plumbline.json.internal;

import java.util.OptionalLong;

/**
 * The exact value of a JSON number: 0.{@code digits} times ten to the {@code point}. Digits have no zero at either
 * end, so equal values are equal records; zero has no digits and no sign. No step costs more than the length of the
 * spelling.
 */
record Decimal(boolean negative, String digits, int point) {
    /** The most significant digits: those between the first and the last that is not zero. */
    static final int MOST_DIGITS = 1000;

    /** The longest spelling; longer than any canonical one, so what is canonical is within bounds. */
    static final int MOST_CHARACTERS = 2000;

    /** The largest power of ten of a number's first digit, up or down. */
    static final int MOST_POWER = 9999;

    private static final Decimal ZERO = new Decimal(false, "", 0);

    /** ECMAScript writes numbers below 10^21 without an exponent; such an integer is its own canonical spelling. */
    private static final int PLAIN = 21;

    /** Parses a number of the JSON grammar; it must be within bounds. */
    static Decimal of(String spelling) {
        int exponentAt = exponentAt(spelling);
        boolean negative = spelling.charAt(0) == '-';
        String mantissa = spelling.substring(negative ? 1 : 0, exponentAt);
        int dot = mantissa.indexOf('.');
        int whole = dot < 0 ? mantissa.length() : dot;
        String digits = dot < 0 ? mantissa : mantissa.substring(0, dot) + mantissa.substring(dot + 1);
        int first = firstDigit(digits);
        int end = afterLastDigit(digits);
        return first == digits.length()
                ? ZERO
                : new Decimal(negative, digits.substring(first, end), whole - first + exponent(spelling, exponentAt));
    }

    /** Returns whether a number of the JSON grammar is within bounds; fast for usual ones. */
    static boolean isWithinBounds(String spelling) {
        int exponentAt = exponentAt(spelling);
        if (spelling.length() <= MOST_DIGITS && exponentAt == spelling.length()) {
            return true;
        }
        if (spelling.length() > MOST_CHARACTERS || Math.abs(exponent(spelling, exponentAt)) > 2 * MOST_POWER) {
            return false;
        }
        Decimal value = of(spelling);
        return value.digits().length() <= MOST_DIGITS && Math.abs(value.point() - 1) <= MOST_POWER;
    }

    /** Returns the canonical spelling of a number of the JSON grammar. */
    static String canonical(String spelling) {
        return isShortInteger(spelling) ? spelling : of(spelling).spelling();
    }

    private static boolean isShortInteger(String spelling) {
        if (spelling.length() > PLAIN || spelling.equals("-0")) {
            return false;
        }
        for (int i = 1; i < spelling.length(); i++) {
            if (spelling.charAt(i) < '0' || spelling.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Returns the value as ECMAScript would write it if its numbers had any number of digits. */
    String spelling() {
        if (digits.isEmpty()) {
            return "0";
        }
        StringBuilder text = new StringBuilder(digits.length() + 8);
        if (negative) {
            text.append('-');
        }
        return (point > -6 && point <= PLAIN ? plain(text) : scientific(text)).toString();
    }

    private StringBuilder plain(StringBuilder text) {
        if (point <= 0) {
            return text.append("0.").append("0".repeat(-point)).append(digits);
        }
        if (point >= digits.length()) {
            return text.append(digits).append("0".repeat(point - digits.length()));
        }
        return text.append(digits, 0, point).append('.').append(digits, point, digits.length());
    }

    private StringBuilder scientific(StringBuilder text) {
        text.append(digits.charAt(0));
        if (digits.length() > 1) {
            text.append('.').append(digits, 1, digits.length());
        }
        return text.append(point > 0 ? "e+" : "e").append(point - 1);
    }

    /** Returns the value if it is whole and fits into a long. */
    OptionalLong toLong() {
        if (digits.isEmpty()) {
            return OptionalLong.of(0);
        }
        if (point < digits.length() || point > 19) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(
                    Long.parseLong(plain(new StringBuilder(negative ? "-" : "")).toString()));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    private static int exponentAt(String spelling) {
        for (int i = 1; i < spelling.length(); i++) {
            if ((spelling.charAt(i) | 0x20) == 'e') {
                return i;
            }
        }
        return spelling.length();
    }

    /** Returns the exponent as written; a value beyond all bounds if it does not fit into an int. */
    private static int exponent(String spelling, int exponentAt) {
        if (exponentAt == spelling.length()) {
            return 0;
        }
        boolean negative = spelling.charAt(exponentAt + 1) == '-';
        int value = 0;
        for (int i = exponentAt + 1; i < spelling.length(); i++) {
            int digit = Character.digit(spelling.charAt(i), 10);
            value = digit < 0 ? value : Math.min(value * 10 + digit, 100_000_000);
        }
        return negative ? -value : value;
    }

    private static int firstDigit(String digits) {
        int first = 0;
        while (first < digits.length() && digits.charAt(first) == '0') {
            first++;
        }
        return first;
    }

    private static int afterLastDigit(String digits) {
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return end;
    }
}
