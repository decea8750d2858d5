package dev.plumbline.redaction;

import java.util.List;

/**
 * A run of digits in groups, read from one position: the digits, and the length of each group. Groups are divided by
 * one separator at most, with optional round brackets. Digits, lengths and separators are held in four bits each, so
 * that reading makes no other objects.
 */
final class DigitGroups {
    /** The separators that a caller allows: bits to combine. */
    static final int SPACE = 1 << 1;

    static final int DASH = 1 << 2;
    static final int DOT = 1 << 3;
    static final int BRACKETS = 1 << 4 | 1 << 5;
    static final int SLASH = 1 << 6;
    /** One line break, alone or beside another separator. */
    static final int LINE_BREAK = 1 << 7;

    private static final int BITS = 4;
    private static final long ONE = 0xf;
    private static final long IN_EACH = 0x1111_1111_1111_1111L;

    private static final List<String> UNITS = List.of(
            "mm", "cm", "dm", "m", "km", "m2", "m3", "m²", "m³", "kg", "kn", "px", "eur", "€", "°", "%", "stk", "pcs");

    private static final String FIRST_OF_UNITS = "mcdkpe%s";

    private long digits;
    private int count;
    private long lengths;
    private int groupCount;
    private long separators;
    private int separatorCount;
    int end;
    /** Whether a line break divides it. */
    private boolean broken;

    private DigitGroups() {}

    /**
     * Reads the digits at an index: groups divided by one of the separators, of at most {@code most} digits, which is 15
     * or less, because there are four bits for each.
     */
    static DigitGroups read(LookaheadText text, int from, int between, int most) {
        DigitGroups run = new DigitGroups();
        int at = from;
        while (true) {
            int start = at;
            for (int c = text.at(at); AsciiChars.digit(c) && run.count <= most; c = text.at(++at)) {
                run.digits |= (long) (c - '0') << (BITS * run.count++);
            }
            if (at == start) {
                return run;
            }
            run.add(at - start);
            run.end = at;
            int next = run.separator(text, at, between);
            if (next < 0 || run.count > most) {
                return run;
            }
            at = next;
        }
    }

    /** Adds a group; behind a line break without a separator it belongs to the group before. */
    private void add(int length) {
        boolean goesOn = groupCount > separatorCount;
        int group = goesOn ? groupCount - 1 : groupCount;
        lengths += (long) length << (BITS * group);
        groupCount = group + 1;
    }

    /** Returns the number of a separator, in which its bit is shifted; 0 for any other character. */
    private static int sign(int c) {
        return switch (c) {
            case ' ' -> 1;
            case '-' -> 2;
            case '.' -> 3;
            case '(' -> 4;
            case ')' -> 5;
            case '/' -> 6;
            default -> 0;
        };
    }

    /**
     * Returns the start of the next group of a number with a check digit: after a space, a hyphen or one line break; -1
     * if none follows.
     */
    static int next(LookaheadText text, int at, boolean lineBreaks) {
        int next = divides(text.at(at)) ? at + 1 : at;
        if (lineBreaks && isLineEnd(text.at(next))) {
            int line = lineEnd(text, next);
            next = next == at && divides(text.at(line)) ? line + 1 : line;
        }
        return next > at && AsciiChars.alnum(text.at(next)) ? next : -1;
    }

    /** Returns whether it divides the groups of a number with a check; a plus is a space in a form's encoding. */
    private static boolean divides(int c) {
        return c == ' ' || c == '-' || c == '+';
    }

    static boolean isLineEnd(int c) {
        return c == '\r' || c == '\n';
    }

    /** Returns the length of the first group, at most {@code most}. */
    static int first(LookaheadText text, int from, int most) {
        int at = from;
        while (at - from < most && AsciiChars.digit(text.at(at))) {
            at++;
        }
        return at - from;
    }

    private static int skip(LookaheadText text, int at, String one) {
        return text.at(at) >= 0 && one.indexOf(text.at(at)) >= 0 ? at + 1 : at;
    }

    private int separator(LookaheadText text, int at, int between) {
        int line = (between & LINE_BREAK) != 0 && !broken ? lineEnd(text, at) : at;
        broken |= line > at;
        int c = text.at(line);
        if (AsciiChars.digit(c) && line > at) {
            return line;
        }
        int sign = sign(c);
        if (sign == 0 || (between >> sign & 1) == 0) {
            return -1;
        }
        separators |= (long) sign << (BITS * separatorCount++);
        int next = line + 1;
        while (next - line < 3 && (between & BRACKETS) != 0 && AsciiChars.continues(text.at(next), c)) {
            next++;
        }
        if ((between & LINE_BREAK) != 0 && !broken) {
            line = lineEnd(text, next);
            broken = line > next;
            next = line;
        }
        return AsciiChars.digit(text.at(next)) ? next : -1;
    }

    /** Returns the index after a line break; the same index if none is there. */
    static int lineEnd(LookaheadText text, int at) {
        return skip(text, skip(text, at, "\r"), "\n");
    }

    int count() {
        return count;
    }

    int digit(int index) {
        return (int) (digits >>> (BITS * index) & ONE);
    }

    /** Returns the digits from one index to before another as a number. */
    long number(int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            number = 10 * number + digit(i);
        }
        return number;
    }

    /** Returns the lengths of groups as one number, to compare with {@link #hasShape}. */
    static long shape(int... lengths) {
        long shape = 0;
        for (int i = 0; i < lengths.length; i++) {
            shape |= (long) lengths[i] << (BITS * i);
        }
        return shape;
    }

    /** Returns whether the groups have these lengths. */
    boolean hasShape(long shape) {
        return lengths == shape;
    }

    int groupCount() {
        return groupCount;
    }

    /** Returns the length of a group. */
    int group(int index) {
        return (int) (lengths >>> (BITS * index) & ONE);
    }

    /** Returns whether all groups are divided by that character. */
    boolean splitBy(char only) {
        long used = (1L << (BITS * Math.max(0, groupCount - 1))) - 1;
        return groupCount > 1 && ((separators ^ IN_EACH * sign(only)) & used) == 0;
    }

    /** Returns whether one of the separators is that character. */
    boolean hasSeparator(char one) {
        for (int i = 0; i < separatorCount; i++) {
            if (separator(i) == sign(one)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether two separators are the same. */
    boolean hasSameSeparators(int index, int other) {
        return separator(index) == separator(other);
    }

    /** Returns whether a separator is that character. */
    boolean isSeparator(int index, char c) {
        return separator(index) == sign(c);
    }

    private int separator(int index) {
        return (int) (separators >>> (BITS * index) & ONE);
    }

    /** Returns whether the digits satisfy Luhn's check. */
    static boolean luhn(CharSequence digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int d = digits.charAt(digits.length() - 1 - i) - '0';
            int weighed = i % 2 == 0 ? d : 2 * d;
            sum += weighed > 9 ? weighed - 9 : weighed;
        }
        return sum % 10 == 0;
    }

    /** Returns whether no digits continue after {@code end}, as in a decimal or a longer code. */
    static boolean closed(LookaheadText text, int end) {
        return ended(text, end) && !(text.at(end) == ',' && AsciiChars.digit(text.at(end + 1)));
    }

    /**
     * Returns whether no longer code continues after {@code end}; digits may follow a comma, as it separates cells,
     * because the number has a form or a check of its own.
     */
    static boolean ended(LookaheadText text, int end) {
        int next = text.at(end);
        return text.endsToken(end)
                && !(next == '.' && AsciiChars.digit(text.at(end + 1)))
                && !(next == '-' && AsciiChars.alnum(text.at(end + 1)))
                && !(next == '/' && AsciiChars.digit(text.at(end + 1)));
    }

    /** Returns whether a unit of measure follows, so that the number is a size. */
    static boolean measured(LookaheadText text, int end) {
        int at = text.at(end) == ' ' ? end + 1 : end;
        int first = text.at(at);
        if (first < 128 && FIRST_OF_UNITS.indexOf(AsciiChars.lower(first)) < 0) {
            return false;
        }
        for (String unit : UNITS) {
            if (text.says(unit, at) && !AsciiChars.anyAlnum(text.at(at + unit.length()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether no longer code has begun before {@code from}. */
    static boolean opened(LookaheadText text, int from) {
        boolean decimals = text.at(from - 1) == ',' && AsciiChars.digit(text.at(from - 2));
        return !decimals && begun(text, from);
    }

    /**
     * Returns whether no longer code has begun before {@code from}; a comma may precede, as it separates cells, because
     * the number has a check digit.
     */
    static boolean begun(LookaheadText text, int from) {
        int before = text.at(from - 1);
        return text.startsToken(from)
                && !((before == '.' || before == '-' || before == '#') && AsciiChars.alnum(text.at(from - 2)));
    }
}
