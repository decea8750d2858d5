package dev.plumbline.redaction;

import java.util.List;

/** Payment cards: 12 to 19 digits, whole or in groups, of a known range, with Luhn's check digit. */
final class PaymentCardDetector implements Detector {
    private static final int FEWEST = 12;
    private static final int MOST = 19;

    /** What else has so many digits and, one time in ten, the same check. */
    static final List<String> OTHER = List.of("ean", "gtin", "isbn", "upc", "article", "artikel", "serial");

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
    public int end(LookaheadText text, int from) {
        if (!AsciiChars.digit(text.at(from))
                || !DigitGroups.opened(text, from)
                || !DigitGroups.many(text, from, FEWEST)) {
            return NONE;
        }
        StringBuilder digits = new StringBuilder();
        int best = NONE;
        int at = from;
        while (digits.length() <= MOST) {
            int c = text.at(at);
            if (AsciiChars.digit(c)) {
                digits.append((char) c);
            } else if ((c != ' ' && c != '-') || !AsciiChars.digit(text.at(at + 1))) {
                break;
            }
            at++;
            best = AsciiChars.digit(c) && card(digits) && ends(text, at) ? at : best;
        }
        return best == NONE || text.before(from, OTHER) ? NONE : best;
    }

    private static boolean ends(LookaheadText text, int at) {
        int next = text.at(at);
        return !AsciiChars.word(next) && !(next == '.' && AsciiChars.digit(text.at(at + 1)));
    }

    private static boolean card(CharSequence digits) {
        return digits.length() >= FEWEST && digits.length() <= MOST && issued(digits) && DigitGroups.luhn(digits);
    }

    private static boolean issued(CharSequence digits) {
        int four = Integer.parseInt(digits.subSequence(0, 4).toString());
        int length = digits.length();
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
