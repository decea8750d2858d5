package dev.plumbline.redaction;

import java.util.List;

/**
 * National ids: United States social security and taxpayer numbers, British national insurance numbers, French NIRs and
 * Spanish DNIs and NIEs. What has neither dashes nor a check of its own needs a word beside it that says what it is.
 */
final class NationalIdDetector implements Detector {
    static final List<String> SOCIAL = List.of("ssn", "social security", "ss#", "itin", "taxpayer");
    static final List<String> INSURANCE = List.of("national insurance", "nino", "ni number", "ni no");
    static final List<String> SPANISH = List.of("dni", "nif", "nie", "extranjero");
    /** Digits of the shortest, the British one. */
    private static final int FEWEST = 6;

    private static final String LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

    @Override
    public String kind() {
        return RedactionOptions.Kind.NATIONAL_ID.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.digits() >= FEWEST;
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.alnum(c);
    }

    @Override
    public int end(LookaheadText text, int from) {
        if (!DigitGroups.opened(text, from)) {
            return NONE;
        }
        if (AsciiChars.digit(text.at(from))) {
            return number(text, from);
        }
        return AsciiChars.digit(text.at(from + 1)) ? foreigner(text, from) : british(text, from);
    }

    private static int number(LookaheadText text, int from) {
        if (!DigitGroups.many(text, from, 8)) {
            return NONE;
        }
        DigitGroups run = DigitGroups.read(text, from, " -", 15);
        if (run.count() == 9 && DigitGroups.closed(text, run.end)) {
            return american(text, from, run) ? run.end : NONE;
        }
        if (run.count() == 15 && DigitGroups.closed(text, run.end)) {
            return french(run) ? run.end : NONE;
        }
        return run.shape().equals("8") ? spanish(text, from, run) : NONE;
    }

    private static boolean american(LookaheadText text, int from, DigitGroups run) {
        int area = Integer.parseInt(run.digits.substring(0, 3));
        boolean given = area != 0
                && area != 666
                && !run.digits.substring(3, 5).equals("00")
                && !run.digits.substring(5).equals("0000");
        boolean dashed = run.shape().equals("3-2-4") && run.splitBy('-');
        return given && (dashed || text.before(from, SOCIAL));
    }

    private static boolean french(DigitGroups run) {
        char sex = run.digits.charAt(0);
        long body = Long.parseLong(run.digits.substring(0, 13));
        int month = Integer.parseInt(run.digits.substring(3, 5));
        return (sex == '1' || sex == '2')
                && month >= 1
                && month <= 12
                && 97 - body % 97 == Long.parseLong(run.digits.substring(13));
    }

    private static int spanish(LookaheadText text, int from, DigitGroups run) {
        return lettered(text, run.end, run.digits.toString()) && text.before(from, SPANISH)
                ? letter(text, run.end) + 1
                : NONE;
    }

    /** A Spanish NIE: X, Y or Z for 0, 1 or 2, seven digits, the letter. */
    private static int foreigner(LookaheadText text, int from) {
        int first = AsciiChars.lower(text.at(from)) - 'x';
        if (first < 0 || first > 2) {
            return NONE;
        }
        DigitGroups run = DigitGroups.read(text, from + 1, "", 7);
        boolean shaped = run.count() == 7;
        return shaped && lettered(text, run.end, first + run.digits.toString()) && text.before(from, SPANISH)
                ? letter(text, run.end) + 1
                : NONE;
    }

    /** Where the letter of a check is: after the digits, or after their dash. */
    private static int letter(LookaheadText text, int end) {
        return text.at(end) == '-' ? end + 1 : end;
    }

    private static boolean lettered(LookaheadText text, int end, String digits) {
        int at = letter(text, end);
        int letter = AsciiChars.lower(text.at(at)) - 32;
        return letter == LETTERS.charAt(Integer.parseInt(digits) % 23) && !AsciiChars.word(text.at(at + 1));
    }

    private static int british(LookaheadText text, int from) {
        if (!AsciiChars.letter(text.at(from)) || !AsciiChars.letter(text.at(from + 1))) {
            return NONE;
        }
        int start = text.at(from + 2) == ' ' ? from + 3 : from + 2;
        if (!DigitGroups.many(text, start, 6)) {
            return NONE;
        }
        DigitGroups run = DigitGroups.read(text, start, " ", 6);
        int at = text.at(run.end) == ' ' ? run.end + 1 : run.end;
        boolean shaped =
                run.count() == 6 && AsciiChars.lower(text.at(at)) >= 'a' && AsciiChars.lower(text.at(at)) <= 'd';
        boolean known = run.shape().equals("2-2-2") || text.before(from, INSURANCE);
        return shaped && known && !AsciiChars.word(text.at(at + 1)) ? at + 1 : NONE;
    }
}
