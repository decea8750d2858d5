package dev.plumbline.redaction;

import org.jspecify.annotations.Nullable;

/** Detects payment cards: 12 to 19 digits, in one piece or in groups, of a known range, with Luhn's check digit. */
final class PaymentCardDetector implements Detector {
    private static final int FEWEST = 12;
    private static final int MOST = 19;

    /** Words for other numbers of this length, one in ten of which has a valid check digit. */
    static final WordList OTHER = WordList.of("ean", "gtin", "isbn", "upc", "article", "artikel", "serial");

    @Override
    public String kind() {
        return RedactionOptions.Kind.CARD.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.digits() >= FEWEST;
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.digit(c);
    }

    @Override
    public Start start() {
        return Start.NEW_CODE;
    }

    @Override
    public int end(LookaheadText text, int from) {
        int first = text.at(from);
        if (!AsciiChars.digit(first)
                || first == '0'
                || first > '6'
                || !text.hasDigits(from, FEWEST)
                || !mayBeCard(text.number(from))) {
            return NONE;
        }
        CardDigits digits = new CardDigits();
        boolean broken = false;
        int best = NONE;
        int at = from;
        while (digits.count <= MOST) {
            int c = text.at(at);
            if (AsciiChars.digit(c)) {
                digits.add(c - '0');
                at++;
            } else {
                int next = DigitGroups.next(text, at, !broken);
                if (next < 0) {
                    break;
                }
                broken |= hasLineBreak(text, at, next);
                at = next;
            }
            best = AsciiChars.digit(c) && digits.isCard() && ends(text, at) ? at : best;
        }
        return best == NONE || DigitGroups.measured(text, best) || text.before(from, OTHER) ? NONE : best;
    }

    /** Returns whether the digits can be those of a card, if they are known already: a quick check. */
    private static boolean mayBeCard(@Nullable NumberRun run) {
        if (run == null) {
            return true;
        }
        int most = Math.min(MOST, run.card());
        if (most < FEWEST) {
            return false;
        }
        int four = ((10 * run.digit(0) + run.digit(1)) * 10 + run.digit(2)) * 10 + run.digit(3);
        for (int length = FEWEST; length <= most; length++) {
            if (issued(four, length) && run.isSound(length)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasLineBreak(LookaheadText text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text.at(at) == '\n' || text.at(at) == '\r') {
                return true;
            }
        }
        return false;
    }

    private static boolean ends(LookaheadText text, int at) {
        return text.endsToken(at) && !(text.at(at) == '.' && AsciiChars.digit(text.at(at + 1)));
    }

    /** The digits of a card, checked as they are read. */
    private static final class CardDigits {
        private int count;
        private int four;
        /** Luhn's sums for an even and for an odd number of digits. */
        private int even;

        private int odd;
        private boolean rounded = true;

        void add(int digit) {
            int twice = 2 * digit;
            int weighed = twice > 9 ? twice - 9 : twice;
            even += count % 2 == 0 ? weighed : digit;
            odd += count % 2 == 0 ? digit : weighed;
            rounded &= count % 4 < 2 || digit == 0;
            four = count < 4 ? 10 * four + digit : four;
            count++;
        }

        boolean isCard() {
            return count >= FEWEST && count <= MOST && isSound() && issued(four, count) && !rounded;
        }

        private boolean isSound() {
            return (count % 2 == 0 ? even : odd) % 10 == 0;
        }
    }

    private static boolean issued(int four, int length) {
        return switch (four / 1000) {
            case 6 -> true;
            case 5 -> length == 16 || four < 5100 || four >= 5600;
            case 4 -> length == 13 || length == 16 || length == 19;
            case 3 -> length == (amex(four) ? 15 : 14) || (length > 14 && !amex(four));
            case 2 -> length == (four == 2131 ? 15 : 16) && (four == 2131 || (four >= 2200 && four < 2721));
            default -> length == 15 && four >= 1000;
        };
    }

    private static boolean amex(int four) {
        return four / 100 == 34 || four / 100 == 37;
    }
}
