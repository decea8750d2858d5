package dev.plumbline.redaction;

/**
 * A run of digits in groups, read from one place: the digits, and how long each group is. At most one separator is
 * between groups, round brackets beside it.
 */
final class DigitGroups {
    /** How many characters may be between two groups. */
    static final int MOST_BETWEEN = 3;

    final StringBuilder digits = new StringBuilder();
    final StringBuilder groups = new StringBuilder();
    final StringBuilder separators = new StringBuilder();
    int end;

    private DigitGroups() {}

    /** Reads what is at an index: groups split by one of the separators, of at most that many digits. */
    static DigitGroups read(LookaheadText text, int from, String between, int most) {
        DigitGroups run = new DigitGroups();
        int at = from;
        while (true) {
            int start = at;
            while (AsciiChars.digit(text.at(at)) && run.digits.length() <= most) {
                run.digits.append((char) text.at(at++));
            }
            if (at == start) {
                return run;
            }
            run.groups.append((char) ('a' + at - start));
            run.end = at;
            int next = run.separator(text, at, between);
            if (next < 0 || run.digits.length() > most) {
                return run;
            }
            at = next;
        }
    }

    /** Whether so many digits are there, groups split in whatever way: a quick look before a close one. */
    static boolean many(LookaheadText text, int from, int enough) {
        int count = 0;
        int strange = 0;
        for (int at = from; count < enough && strange <= MOST_BETWEEN; at++) {
            int c = text.at(at);
            boolean digit = AsciiChars.digit(c);
            if (!digit && !between(c)) {
                return false;
            }
            count += digit ? 1 : 0;
            strange = digit ? 0 : strange + 1;
        }
        return count >= enough;
    }

    /** Whether it may be between the groups of some number. */
    static boolean between(int c) {
        return switch (c) {
            case ' ', '-', '.', '(', ')', '/' -> true;
            default -> false;
        };
    }

    private int separator(LookaheadText text, int at, String between) {
        int c = text.at(at);
        if (c < 0 || between.indexOf(c) < 0) {
            return -1;
        }
        separators.append((char) c);
        int next = at + 1;
        while (next - at < 3
                && text.at(next) >= 0
                && (c == ')' || c == ' ' || text.at(next) == '(')
                && "( -)".indexOf(text.at(next)) >= 0
                && between.indexOf('(') >= 0) {
            next++;
        }
        return AsciiChars.digit(text.at(next)) ? next : -1;
    }

    int count() {
        return digits.length();
    }

    /** The lengths of the groups, e.g. {@code 3-2-4}. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (int i = 0; i < groups.length(); i++) {
            shape.append(i == 0 ? "" : "-").append(groups.charAt(i) - 'a');
        }
        return shape.toString();
    }

    int groupCount() {
        return groups.length();
    }

    /** Whether all groups are split by that one. */
    boolean splitBy(char only) {
        for (int i = 0; i < groups.length() - 1; i++) {
            if (separators.charAt(i) != only) {
                return false;
            }
        }
        return groups.length() > 1;
    }

    /** Luhn's check of the first so many digits. */
    static boolean luhn(CharSequence digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int d = digits.charAt(digits.length() - 1 - i) - '0';
            int weighed = i % 2 == 0 ? d : 2 * d;
            sum += weighed > 9 ? weighed - 9 : weighed;
        }
        return sum % 10 == 0;
    }

    /** Whether the digits do not go on after {@code end}, as in a decimal or a longer code. */
    static boolean closed(LookaheadText text, int end) {
        int next = text.at(end);
        return !AsciiChars.word(next)
                && !((next == '.' || next == ',' || next == '-' || next == '/') && AsciiChars.alnum(text.at(end + 1)));
    }

    /** Whether no longer code has begun before {@code from}. */
    static boolean opened(LookaheadText text, int from) {
        int before = text.at(from - 1);
        return !AsciiChars.word(before)
                && !((before == '.' || before == ',' || before == '-' || before == '#')
                        && AsciiChars.alnum(text.at(from - 2)));
    }
}
