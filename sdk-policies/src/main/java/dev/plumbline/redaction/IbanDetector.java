package dev.plumbline.redaction;

/**
 * Detects IBANs: of their country's length, in any case, in one piece or in groups, with the check of ISO 13616 (modulo
 * 97).
 */
final class IbanDetector implements Detector {
    private static final String COUNTRIES =
            "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 "
                    + "ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 "
                    + "IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 "
                    + "MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 "
                    + "SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20";

    private static final int LETTERS = 26;

    /** The length of each pair of letters as a character; 0 if it is no country. */
    private static final String LENGTHS = lengths();

    /** The number of characters at the beginning that the check puts behind the others. */
    private static final int MOVED = 4;

    private static String lengths() {
        StringBuilder lengths = new StringBuilder("\0".repeat(LETTERS * LETTERS));
        for (int i = 0; i < COUNTRIES.length(); i += 5) {
            int pair = (COUNTRIES.charAt(i) - 'A') * LETTERS + COUNTRIES.charAt(i + 1) - 'A';
            lengths.setCharAt(pair, (char) Integer.parseInt(COUNTRIES.substring(i + 2, i + 4)));
        }
        return lengths.toString();
    }

    @Override
    public String kind() {
        return RedactionOptions.Kind.IBAN.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.isLettered();
    }

    @Override
    public boolean mayBegin(int c) {
        return AsciiChars.letter(c);
    }

    @Override
    public int end(LookaheadText text, int from) {
        if (!AsciiChars.letter(text.at(from))
                || !AsciiChars.letter(text.at(from + 1))
                || !AsciiChars.digit(text.at(from + 2))) {
            return NONE;
        }
        int pair = (AsciiChars.lower(text.at(from)) - 'a') * LETTERS + AsciiChars.lower(text.at(from + 1)) - 'a';
        int length = LENGTHS.charAt(pair);
        return length == 0 || !text.startsToken(from) ? NONE : checked(text, from, length);
    }

    private static int checked(LookaheadText text, int from, int length) {
        int rest = 0;
        int first = 0;
        int count = 0;
        int at = from;
        while (count < length) {
            int c = text.at(at);
            int next = AsciiChars.alnum(c) ? at + 1 : DigitGroups.next(text, at, true);
            if (next < 0) {
                return NONE;
            }
            if (AsciiChars.alnum(c)) {
                first = count < MOVED ? first << Byte.SIZE | c : first;
                rest = count < MOVED ? 0 : remainder(rest, c);
                count++;
            }
            at = next;
        }
        for (int i = MOVED - 1; i >= 0; i--) {
            rest = remainder(rest, first >>> (Byte.SIZE * i) & 0xff);
        }
        return rest == 1 && text.endsToken(at) ? at : NONE;
    }

    /** Returns the remainder by 97 of a number with one more digit, or with the two digits of a letter. */
    private static int remainder(int rest, int c) {
        int value = AsciiChars.digit(c) ? c - '0' : AsciiChars.lower(c) - 'a' + 10;
        return (rest * (value < 10 ? 10 : 100) + value) % 97;
    }
}
