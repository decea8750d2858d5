package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Detects national ids: United States social security and taxpayer numbers, British national insurance numbers, French
 * NIRs, Spanish DNIs and NIEs, Italian tax codes, Finnish ids, and {@link NationalIdFormat}. An id without dashes and
 * without a check digit needs a word beside it that announces it.
 */
final class NationalIdDetector implements Detector {
    static final WordList SOCIAL = WordList.of("ssn", "social security", "ss#", "itin", "taxpayer");
    static final WordList INSURANCE = WordList.of("national insurance", "nino", "ni number", "ni no");
    static final WordList SPANISH = WordList.of("dni", "nif", "nie", "extranjero");
    /** Words that announce the ids of {@link NationalIdFormat}. */
    static final WordList NUMBERED = numbered();

    /** The number of digits of the shortest id, the British one. */
    private static final int FEWEST = 6;

    private static final int BETWEEN = DigitGroups.SPACE | DigitGroups.DASH | DigitGroups.LINE_BREAK;
    private static final long AMERICAN = DigitGroups.shape(3, 2, 4);
    private static final long EIGHT = DigitGroups.shape(8);
    private static final long PAIRS = DigitGroups.shape(2, 2, 2);

    private static final String LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
    private static final String FINNISH = "0123456789abcdefhjklmnprstuvwxy";
    private static final String ITALIAN = "aaaaaa00a00a000";
    /** The values of letters and digits at odd places, as letters from {@code a} for 0 on. */
    private static final String ITALIAN_ODD = "bafhjnprtvcesuldgimoqkwzyx";

    private static WordList numbered() {
        Set<String> words = new LinkedHashSet<>();
        for (NationalIdFormat format : NationalIdFormat.values()) {
            words.addAll(format.words().words());
        }
        return WordList.of(new ArrayList<>(words));
    }

    @Override
    public String kind() {
        return RedactionOptions.Kind.NATIONAL_ID.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.digits() >= FEWEST || text.isLettered() || text.isPrefix();
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.alnum(c);
    }

    @Override
    public Start start() {
        return Start.NEW_CODE;
    }

    @Override
    public int end(LookaheadText text, int from) {
        if (AsciiChars.digit(text.at(from))) {
            int group = DigitGroups.first(text, from, 2);
            if (group == 1 && text.at(from) > '2' && !text.hasLetterBefore(from)) {
                return NONE; // only the French id has a first group of one digit, which is 1 or 2
            }
            NumberRun run = text.number(from);
            int number = run == null || mayBeNumber(run) ? number(text, from) : NONE;
            int finnish = run == null || run.group() == FEWEST ? finnish(text, from) : NONE;
            return Math.max(Math.max(number, checked(text, from)), finnish);
        }
        int italian = italian(text, from);
        return italian != NONE
                ? italian
                : AsciiChars.digit(text.at(from + 1)) ? foreigner(text, from) : british(text, from);
    }

    /** Returns the end of the longest number of {@link NationalIdFormat} that begins there. */
    private static int checked(LookaheadText text, int from) {
        if (!text.hasDigits(from, NationalIdFormat.FEWEST)
                || (DigitGroups.first(text, from, 2) == 1 && !text.hasLetterBefore(from))
                || (!isShaped(text, from) && !text.before(from, NUMBERED))) {
            return NONE;
        }
        long digits = 0;
        int count = 0;
        long shape = 0;
        int best = NONE;
        int group = 0;
        int at = from;
        for (int c = text.at(at); count < NationalIdFormat.MOST && AsciiChars.digit(c); c = text.at(at)) {
            digits = 10 * digits + c - '0';
            count++;
            group++;
            if (!AsciiChars.digit(text.at(++at))) {
                long its = NationalIdFormat.shape(shape, group, 0);
                best = count >= NationalIdFormat.FEWEST && sound(text, from, at, new Digits(digits, count, its))
                        ? at
                        : best;
                int next = separated(text, at);
                int line = DigitGroups.lineEnd(text, at);
                if (next != line) { // a line break alone divides no groups
                    shape = NationalIdFormat.shape(shape, group, text.at(line));
                    group = 0;
                }
                at = next;
            }
        }
        return best;
    }

    /** Returns whether the first group may be that of an id that needs no word: a quick check. */
    private static boolean isShaped(LookaheadText text, int from) {
        int group = DigitGroups.first(text, from, FEWEST + 1);
        int next = text.at(from + group);
        return switch (group) {
            case 1, 4, 5 -> DigitGroups.isLineEnd(next);
            case 2, 3 ->
                (next == '.' && DigitGroups.first(text, from + group + 1, 5) < 5) || DigitGroups.isLineEnd(next);
            case FEWEST -> next == '-' || DigitGroups.isLineEnd(next);
            default -> false;
        };
    }

    private static int separated(LookaheadText text, int at) {
        int c = text.at(at);
        return c == '.' || c == '/'
                ? DigitGroups.lineEnd(text, at + 1)
                : Math.max(at, DigitGroups.next(text, at, true));
    }

    private static boolean sound(LookaheadText text, int from, int end, Digits read) {
        if (!DigitGroups.ended(text, end)) {
            return false;
        }
        boolean words = text.before(from, NUMBERED);
        String digits = "";
        for (NationalIdFormat each : NationalIdFormat.ofLength(read.count)) {
            boolean shaped = each.hasShape(read.shape);
            if (shaped || words) {
                digits = digits.isEmpty() ? read.text() : digits;
                if (each.isSound(digits) && (shaped || text.before(from, each.words()))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Digits that were read as one number, how many there are, and the lengths of their groups with the separators. */
    private record Digits(long digits, int count, long shape) {
        String text() {
            return Long.toString(NationalIdFormat.LEADING + digits).substring(NationalIdFormat.MOST + 1 - count);
        }
    }

    /**
     * Returns the end of a Finnish id: date, sign of the century, three digits, and the check, which is the remainder
     * of all digits by 31.
     */
    private static int finnish(LookaheadText text, int from) {
        long number = 0;
        for (int i = 0; i < 10; i++) {
            int c = text.at(from + i);
            boolean century = i == 6 && (c == '-' || c == '+' || (c >= 'A' && c <= 'F'));
            if (!century && (i == 6 || !AsciiChars.digit(c))) {
                return NONE;
            }
            number = century ? number : 10 * number + c - '0';
        }
        boolean sound = FINNISH.charAt((int) (number % 31)) == AsciiChars.lower(text.at(from + 10));
        return sound && text.endsToken(from + 11) ? from + 11 : NONE;
    }

    /**
     * Returns the end of an Italian tax code: six letters, two digits, a letter, two digits, a letter, three digits,
     * and a check letter.
     */
    private static int italian(LookaheadText text, int from) {
        int sum = 0;
        for (int i = 0; i < 15; i++) {
            int c = AsciiChars.lower(text.at(from + i));
            boolean letter = ITALIAN.charAt(i) == 'a';
            if (letter ? !AsciiChars.letter(c) : !AsciiChars.digit(c)) {
                return NONE;
            }
            int value = letter ? c - 'a' : c - '0';
            sum += i % 2 == 0 ? ITALIAN_ODD.charAt(value) - 'a' : value;
        }
        return AsciiChars.lower(text.at(from + 15)) == 'a' + sum % 26 && text.endsToken(from + 16) ? from + 16 : NONE;
    }

    /** Returns whether the digits can be an id of the kinds that are read by {@link #number}: a quick check. */
    private static boolean mayBeNumber(NumberRun run) {
        return isLength(run.idOnLine()) || isLength(run.id());
    }

    private static boolean isLength(int count) {
        return count == 8 || count == 9 || count == 15;
    }

    private static int number(LookaheadText text, int from) {
        if (!text.hasDigits(from, 8)) {
            return NONE;
        }
        DigitGroups run = DigitGroups.read(text, from, BETWEEN, 15);
        if (run.count() == 9 && DigitGroups.ended(text, run.end)) {
            return american(text, from, run) ? run.end : NONE;
        }
        if (run.count() == 15 && DigitGroups.ended(text, run.end)) {
            return french(run) ? run.end : NONE;
        }
        return run.hasShape(EIGHT) ? spanish(text, from, run) : NONE;
    }

    private static boolean american(LookaheadText text, int from, DigitGroups run) {
        long area = run.number(0, 3);
        boolean given = area != 0 && area != 666 && run.number(3, 5) != 0 && run.number(5, 9) != 0;
        boolean dashed = run.hasShape(AMERICAN) && run.splitBy('-');
        return given && (dashed || text.before(from, SOCIAL));
    }

    private static boolean french(DigitGroups run) {
        long month = run.number(3, 5);
        return (run.digit(0) == 1 || run.digit(0) == 2)
                && month >= 1
                && month <= 12
                && 97 - run.number(0, 13) % 97 == run.number(13, 15);
    }

    private static int spanish(LookaheadText text, int from, DigitGroups run) {
        return lettered(text, run.end, run.number(0, 8)) && text.before(from, SPANISH)
                ? letter(text, run.end) + 1
                : NONE;
    }

    /** Returns the end of a Spanish NIE: X, Y or Z for 0, 1 or 2, seven digits, the letter. */
    private static int foreigner(LookaheadText text, int from) {
        int first = AsciiChars.lower(text.at(from)) - 'x';
        if (first < 0 || first > 2) {
            return NONE;
        }
        DigitGroups run = DigitGroups.read(text, from + 1, 0, 7);
        boolean shaped = run.count() == 7;
        return shaped && lettered(text, run.end, first * 10_000_000L + run.number(0, 7)) && text.before(from, SPANISH)
                ? letter(text, run.end) + 1
                : NONE;
    }

    /** Returns the index of the check letter: after the digits, or after their dash. */
    private static int letter(LookaheadText text, int end) {
        return text.at(end) == '-' ? end + 1 : end;
    }

    private static boolean lettered(LookaheadText text, int end, long number) {
        int at = letter(text, end);
        int letter = AsciiChars.lower(text.at(at)) - 32;
        return letter == LETTERS.charAt((int) (number % 23)) && !AsciiChars.word(text.at(at + 1));
    }

    private static int british(LookaheadText text, int from) {
        if (!AsciiChars.letter(text.at(from)) || !AsciiChars.letter(text.at(from + 1))) {
            return NONE;
        }
        int start = text.at(from + 2) == ' ' ? from + 3 : from + 2;
        if (!text.hasDigits(start, 6)) {
            return NONE;
        }
        DigitGroups run = DigitGroups.read(text, start, DigitGroups.SPACE, 6);
        int at = text.at(run.end) == ' ' ? run.end + 1 : run.end;
        boolean shaped =
                run.count() == 6 && AsciiChars.lower(text.at(at)) >= 'a' && AsciiChars.lower(text.at(at)) <= 'd';
        boolean known = run.hasShape(PAIRS) || text.before(from, INSURANCE);
        return shaped && known && !AsciiChars.word(text.at(at + 1)) ? at + 1 : NONE;
    }
}
