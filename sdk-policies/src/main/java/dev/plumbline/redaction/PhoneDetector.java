package dev.plumbline.redaction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Detects telephone numbers. International ones and those of the North American plan are recognized by their shape;
 * national ones in groups by a leading zero; all others only beside a word that announces them, because drawings are
 * full of numbers.
 */
final class PhoneDetector implements Detector {
    /** The digits of the shortest number, e.g. of the Faroe Islands. */
    private static final int FEWEST = 6;

    private static final int MOST = 15;
    /** The number of digits below which an international number may continue on the next line. */
    private static final int SHORT = 10;

    private static final int BETWEEN =
            DigitGroups.SPACE | DigitGroups.DASH | DigitGroups.DOT | DigitGroups.BRACKETS | DigitGroups.SLASH;

    private static final long PAIRS = DigitGroups.shape(2, 2, 2);
    private static final long FIVE_PAIRS = DigitGroups.shape(2, 2, 2, 2, 2);
    private static final long AMERICAN = DigitGroups.shape(3, 3, 4);
    private static final long AMERICAN_WITH_ONE = DigitGroups.shape(1, 3, 3, 4);
    private static final long AMERICAN_WITH_ZEROS = DigitGroups.shape(3, 3, 3, 4);
    static final WordList BEFORE = WordList.of(
            "phone",
            "telephone",
            "tel",
            "mobile",
            "mob",
            "cellphone",
            "fax",
            "whatsapp",
            "sms",
            "hotline",
            "call me",
            "call us",
            "reach me",
            "reach us",
            "answering at",
            "ring me",
            "dial me",
            "dial us",
            "text me",
            "message on",
            "messages to",
            "manager call",
            "call",
            "calling",
            "voicemail",
            "phone number",
            "phone no",
            "telefonnummer",
            "telefonnr",
            "telefon",
            "fon",
            "handy",
            "handynummer",
            "mobil",
            "mobilnummer",
            "mobiltelefon",
            "rufnummer",
            "rückruf",
            "faxnummer",
            "téléphone",
            "tél",
            "portable",
            "gsm",
            "numéro",
            "appelez",
            "teléfono",
            "telefono",
            "móvil",
            "movil",
            "celular",
            "llame",
            "cellulare",
            "telefone",
            "telemóvel",
            "telemovel",
            "ligue",
            "telefoon",
            "telefoonnummer",
            "mobiel",
            "komórka",
            "komorka",
            "zadzwoń",
            "тел",
            "телефон",
            "моб",
            "мобильный",
            "звоните",
            "puhelin",
            "puh",
            "电话",
            "電話",
            "手机",
            "手機",
            "携帯",
            "連絡先",
            "전화",
            "연락처",
            "휴대폰");
    /** The beginnings of words for other things with a number. */
    private static final WordList OTHERS = WordList.of(
            "order",
            "invoice",
            "ticket",
            "ref",
            "réf",
            "customer",
            "cust",
            "case",
            "kunden",
            "po",
            "pedido",
            "bestell",
            "auftrag",
            "vorgang",
            "rechnung",
            "commande",
            "facture",
            "factura",
            "fattura",
            "ordine",
            "encomenda",
            "fatura",
            "zamówi",
            "faktur",
            "beställ",
            "klant",
            "cliente",
            "client",
            "cliënt",
            "klient",
            "заказ",
            "счёт",
            "счет",
            "订单",
            "注文",
            "part",
            "serial",
            "artikel",
            "zeichnung",
            "company",
            "register",
            "vat",
            "tva",
            "ust",
            "btw",
            "iva",
            "nip",
            "nif",
            "kvk",
            "siret",
            "siren",
            "regon");

    /** How far before a number the word for it is. */
    private static final int NEAR = 24;

    /** The length to which a word is an article or an abbreviation. */
    private static final int SHORT_WORD = 3;

    /** Words for phones that are also parts of buildings: three sizes behind them are no number. */
    static final WordList ALSO_PARTS = WordList.of("cell", "ring");

    private static final List<String> BEHIND = List.of("office", "fax", "mobile", "cell", "phone", "home", "work");

    private final @Nullable PhonePlan plan;

    /** Creates a detector that also finds the numbers of a plan as they are written at home; of none if it is null. */
    PhoneDetector(@Nullable PhonePlan plan) {
        this.plan = plan;
    }

    @Override
    public String kind() {
        return RedactionOptions.Kind.PHONE.name();
    }

    @Override
    public boolean mayStand(TextFeatures text) {
        return text.digits() >= FEWEST;
    }

    @Override
    public boolean mayBegin(int c) {
        return c == '+' || c == '(' || AsciiChars.digit(c);
    }

    @Override
    public Start start() {
        return Start.NEW_CODE;
    }

    @Override
    public int end(LookaheadText text, int from) {
        int first = text.at(from);
        if ((!AsciiChars.digit(first) && first != '+' && first != '(') || isDivided(text, from)) {
            return NONE;
        }
        int start = first == '+' ? from + 1 : from;
        start = text.at(start) == '(' ? start + 1 : start;
        if (!text.hasDigits(start, FEWEST)
                || isOther(text, start, first == '+')
                || (isLone(text, from) && !isPlanned(text, start))) {
            return NONE;
        }
        DigitGroups run = read(text, from, start);
        if (run.count() < FEWEST || run.count() > MOST) {
            return NONE;
        }
        int end = extension(text, run.end);
        boolean closed = DigitGroups.ended(text, end) && !decimal(text, from, run, end);
        return closed || named(text, end) ? judged(text, from, run, end) : NONE;
    }

    /** Returns whether digits that are known already are too few or too many: a quick check. */
    private static boolean isOther(LookaheadText text, int start, boolean international) {
        NumberRun run = text.number(start);
        if (run == null || (run.phone() >= FEWEST && run.phone() <= MOST)) {
            return false;
        }
        int end = run.phoneEnd();
        boolean goesOn = DigitGroups.isLineEnd(text.at(end)) || DigitGroups.isLineEnd(text.at(end + 1));
        return run.phone() > MOST || !international || !goesOn;
    }

    /** Returns whether it begins with one or two digits, other than 1, and no word is near: a quick check. */
    private static boolean isLone(LookaheadText text, int from) {
        int group = DigitGroups.first(text, from, 3);
        return (group == 2 || (group == 1 && text.at(from) != '1')) && !text.hasLetterBefore(from);
    }

    private boolean isPlanned(LookaheadText text, int start) {
        PhonePlan its = plan;
        return its != null && its.mayBegin(text, start);
    }

    private static boolean isDivided(LookaheadText text, int from) {
        return text.at(from - 1) == '/' && AsciiChars.digit(text.at(from - 2));
    }

    /** Returns the digits; those of an international number may continue on the next line if they are few. */
    private static DigitGroups read(LookaheadText text, int from, int start) {
        DigitGroups run = DigitGroups.read(text, start, BETWEEN, MOST);
        boolean broken =
                DigitGroups.lineEnd(text, run.end) > run.end || DigitGroups.lineEnd(text, run.end + 1) > run.end + 1;
        return text.at(from) == '+' && run.count() < SHORT && broken
                ? DigitGroups.read(text, start, BETWEEN | DigitGroups.LINE_BREAK, MOST)
                : run;
    }

    private int judged(LookaheadText text, int from, DigitGroups run, int end) {
        if (isNumbered(run)) {
            return NONE;
        }
        boolean known = (text.at(from) == '+' && run.count() >= 8 && run.digit(0) != 0)
                || northAmerican(run)
                || (DigitGroups.opened(text, from)
                        && (national(run)
                                || (isOfPlan(run) && !isOfOther(text, from))
                                || announced(text, from, run, end))
                        && !DigitGroups.measured(text, end));
        return known ? end : NONE;
    }

    /** Returns whether it is a year and a number in it, as of an order or an invoice: {@code 2026-55338}. */
    private static boolean isNumbered(DigitGroups run) {
        return run.groupCount() == 2
                && run.group(0) == 4
                && run.splitBy('-')
                && (run.number(0, 2) == 19 || run.number(0, 2) == 20)
                && run.count() == 9;
    }

    private boolean isOfPlan(DigitGroups run) {
        PhonePlan its = plan;
        return its != null && its.matches(run) && !date(run) && !decimals(run);
    }

    private static boolean announced(LookaheadText text, int from, DigitGroups run, int end) {
        return !date(run)
                && !decimals(run)
                && (run.count() > FEWEST || pairs(run))
                && !isOfOther(text, from)
                && (text.before(from, BEFORE) || (!sizes(run) && text.before(from, ALSO_PARTS)) || named(text, end));
    }

    /** Returns whether the word directly before says that it is the number of something else, such as an order. */
    private static boolean isOfOther(LookaheadText text, int from) {
        int at = from;
        for (int words = 0; words < 3 && from - at < NEAR; words++) {
            int end = at;
            while (from - end < NEAR
                    && text.at(end - 1) > 0
                    && !Character.isLetter(text.at(end - 1))
                    && !AsciiChars.digit(text.at(end - 1))) {
                end--;
            }
            at = end;
            while (from - at < NEAR && Character.isLetter(text.at(at - 1))) {
                at--;
            }
            for (String word :
                    OTHERS.beginningWith(Character.toLowerCase(text.at(at)), Character.toLowerCase(text.at(at + 1)))) {
                boolean whole = word.length() > 3 || at + word.length() == end;
                if (at < end && whole && text.says(word, at)) {
                    return true;
                }
            }
            if (end - at > SHORT_WORD) {
                return false;
            }
        }
        return false;
    }

    /** Returns whether it is three pairs of digits that are not a date. */
    private static boolean pairs(DigitGroups run) {
        return run.hasShape(PAIRS) && run.splitBy(' ') && run.number(0, 2) > 31 && run.number(2, 4) > 12;
    }

    /** Returns whether it may be sizes: groups of three or four digits, divided by spaces, none with a leading zero. */
    private static boolean sizes(DigitGroups run) {
        boolean sized = run.splitBy(' ');
        int at = 0;
        for (int i = 0; i < run.groupCount(); i++) {
            int length = run.group(i);
            sized &= (length == 3 || length == 4) && run.digit(at) != 0;
            at += length;
        }
        return sized;
    }

    /** Returns whether a comma and decimals follow one group of digits. */
    private static boolean decimal(LookaheadText text, int from, DigitGroups run, int end) {
        int at = end + 1;
        while (text.at(end) == ',' && at - end <= 3 && AsciiChars.digit(text.at(at))) {
            at++;
        }
        return at > end + 1 && at - end <= 3 && run.groupCount() == 1 && run.count() < 10 && text.at(from) != '+';
    }

    private static boolean northAmerican(DigitGroups run) {
        if (run.groupCount() < 3 || run.groupCount() > 4) {
            return false;
        }
        int lead = run.count() - 10;
        boolean shaped = run.hasShape(AMERICAN) || run.hasShape(AMERICAN_WITH_ONE) || run.hasShape(AMERICAN_WITH_ZEROS);
        boolean prefixed = lead == 0 || (lead == 1 && run.digit(0) == 1) || run.number(0, 3) == 1;
        return shaped
                && prefixed
                && run.digit(Math.max(lead, 0)) >= 2
                && (run.splitBy('-') || run.splitBy('.') || run.hasSeparator(')'));
    }

    private static boolean national(DigitGroups run) {
        if (run.digit(0) != 0 || run.group(0) < 2) {
            return false;
        }
        boolean international = run.digit(1) == 0 && run.count() >= 11;
        boolean spaced = run.splitBy(' ') && run.groupCount() >= 3;
        boolean dotted = run.splitBy('.') && run.hasShape(FIVE_PAIRS);
        return (run.count() == 10 || run.count() == 11 || international) && (spaced || dotted);
    }

    /** Returns whether it begins with a date: day or month, month or day, and year, or the other way around. */
    private static boolean date(DigitGroups run) {
        if (run.groupCount() < 3 || !run.hasSameSeparators(0, 1)) {
            return false;
        }
        int first = run.group(0);
        int second = run.group(1);
        int third = run.group(2);
        int year = first == 4 ? 0 : first + second;
        boolean shaped = second <= 2 && ((first == 4 && third <= 2) || (first <= 2 && third == 4));
        return shaped
                && !run.isSeparator(0, ' ')
                && (run.number(year, year + 2) == 19 || run.number(year, year + 2) == 20);
    }

    /** Returns whether it is two groups divided by a point, which are one decimal number. */
    private static boolean decimals(DigitGroups run) {
        return run.groupCount() == 2 && run.splitBy('.');
    }

    private static int extension(LookaheadText text, int end) {
        int at = text.at(end) == ' ' ? end + 1 : end;
        if (text.says("ext", at)) {
            at += 3;
            at = text.at(at) == '.' ? at + 1 : at;
            at = text.at(at) == ' ' ? at + 1 : at;
        } else if (at == end && AsciiChars.lower(text.at(at)) == 'x') {
            at++;
        } else {
            return end;
        }
        int start = at;
        while (at - start < 6 && AsciiChars.digit(text.at(at))) {
            at++;
        }
        return at > start ? at : end;
    }

    private static boolean named(LookaheadText text, int end) {
        if (text.at(end) != ' ' && text.at(end) != '-') {
            return false;
        }
        for (String word : BEHIND) {
            if (text.says(word, end + 1) && !AsciiChars.letter(text.at(end + 1 + word.length()))) {
                return true;
            }
        }
        return false;
    }
}
