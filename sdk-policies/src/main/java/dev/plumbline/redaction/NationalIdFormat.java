package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;

/**
 * A format of national ids that are digits with a check. The checks follow the descriptions of the issuing authorities.
 * They are one switch and no functions, because a class for each of them cost a first call some milliseconds.
 */
@SuppressWarnings("ImmutableEnumChecker") // the words never change
enum NationalIdFormat {
    GERMAN_TAX(
            11,
            "",
            "steuer-id",
            "steuer id",
            "steuerid",
            "steueridentifikationsnummer",
            "idnr",
            "identifikationsnummer",
            "tax id"),
    AUSTRIAN_INSURANCE(10, "", "svnr", "sv-nr", "sv-nummer", "sozialversicherungsnummer", "versicherungsnummer"),
    SWISS_INSURANCE(13, "3.4.4.2", "ahv", "avs", "ahv-nr", "ahv-nummer", "versichertennummer"),
    DUTCH_SERVICE(9, "", "bsn", "burgerservicenummer", "sofinummer"),
    BELGIAN_REGISTER(
            11,
            "2.2.2-3.2",
            "rijksregisternummer",
            "rijksregister",
            "registre national",
            "numéro national",
            "insz",
            "niss",
            "nrn"),
    POLISH(11, "", "pesel"),
    BRAZILIAN(11, "3.3.3-2", "cpf"),
    INDIAN(12, "", "aadhaar", "aadhar", "uidai", "uid"),
    SWEDISH(10, "6-4", "personnummer", "samordningsnummer"),
    DANISH(10, "", "cpr", "cpr-nr", "cpr-nummer", "personnummer"),
    NORWEGIAN(11, "", "fødselsnummer", "fodselsnummer", "personnummer", "fnr", "d-nummer"),
    PORTUGUESE(9, "", "nif", "contribuinte"),
    CANADIAN(9, "", "sin", "social insurance", "nas", "assurance sociale"),
    AUSTRALIAN(9, "", "tfn", "tax file"),
    JAPANESE(12, "", "マイナンバー", "個人番号", "my number"),
    KOREAN(13, "6-7", "주민등록번호", "주민번호", "rrn", "resident registration");

    static final int FEWEST = 9;
    static final int MOST = 13;
    /** Ten to the power of the most digits: a number below it has its leading zeros when it is added. */
    static final long LEADING = 10_000_000_000_000L;

    /** The bits of a group and the separator behind it, and the shape of more groups than any format has. */
    private static final int BITS = 12;

    private static final long TOO_MANY = -1;

    private static final String DIHEDRAL = "0123456789" + "1234067895" + "2340178956" + "3401289567" + "4012395678"
            + "5987604321" + "6598710432" + "7659821043" + "8765932104" + "9876543210";
    private static final List<String> TURNS = List.of(
            "0123456789",
            "1576283094",
            "5803796142",
            "8916043527",
            "9453126870",
            "4286573901",
            "2793806415",
            "7046913258");

    private static final List<List<NationalIdFormat>> BY_LENGTH = byLength();

    /** The number of digits. */
    private final int digits;

    /** The groups for which no word is needed, e.g. {@code 3.4.4.2}, as one number; 0 if a word is always needed. */
    private final long shape;

    private final WordList words;

    NationalIdFormat(int digits, String groups, String... words) {
        this.digits = digits;
        this.shape = shapeOf(groups);
        this.words = WordList.of(words);
    }

    /** Returns the words that announce it, in lower case. */
    WordList words() {
        return words;
    }

    /** Returns the formats with that number of digits. */
    static List<NationalIdFormat> ofLength(int digits) {
        return BY_LENGTH.get(digits);
    }

    boolean hasShape(long other) {
        return shape != 0 && shape == other;
    }

    /** Returns a shape with one more group, of that length, and the separator behind it, or 0 behind the last group. */
    static long shape(long before, int length, int separator) {
        boolean more = before >>> (Long.SIZE - BITS) != 0;
        return more ? TOO_MANY : before << BITS | (long) length << 8 | (separator & 0xff);
    }

    private static long shapeOf(String written) {
        long shape = 0;
        int group = 0;
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            shape = AsciiChars.digit(c) ? shape : shape(shape, group, c);
            group = AsciiChars.digit(c) ? 10 * group + c - '0' : 0;
        }
        return written.isEmpty() ? 0 : shape(shape, group, 0);
    }

    private static List<List<NationalIdFormat>> byLength() {
        List<List<NationalIdFormat>> all = new ArrayList<>();
        for (int length = 0; length <= MOST; length++) {
            List<NationalIdFormat> those = new ArrayList<>();
            for (NationalIdFormat each : values()) {
                if (each.digits == length) {
                    those.add(each);
                }
            }
            all.add(List.copyOf(those));
        }
        return List.copyOf(all);
    }

    /** Returns whether the check digits of a number with as many digits are right. */
    boolean isSound(String digits) {
        return switch (this) {
            case GERMAN_TAX -> digits.charAt(0) != '0' && iso7064(digits);
            case AUSTRIAN_INSURANCE -> weighed(digits, 3, 7, 9, 0, 5, 8, 4, 2, 1, 6) % 11 == digits.charAt(3) - '0';
            case SWISS_INSURANCE ->
                digits.startsWith("756") && weighed(digits, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1) % 10 == 0;
            case DUTCH_SERVICE -> weighed(digits, 9, 8, 7, 6, 5, 4, 3, 2, -1) % 11 == 0;
            case BELGIAN_REGISTER -> belgian(digits);
            case POLISH -> weighed(digits, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1) % 10 == 0;
            case BRAZILIAN -> brazilian(digits);
            case INDIAN -> digits.charAt(0) > '1' && verhoeff(digits);
            case SWEDISH -> isDate(digits, 4, 2) && DigitGroups.luhn(digits);
            case DANISH -> isDate(digits, 0, 2);
            case NORWEGIAN ->
                weighed(digits, 3, 7, 6, 1, 8, 9, 4, 5, 2, 1) % 11 == 0
                        && weighed(digits, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1) % 11 == 0;
            case PORTUGUESE -> portuguese(digits);
            case CANADIAN -> DigitGroups.luhn(digits);
            case AUSTRALIAN -> weighed(digits, 1, 4, 3, 7, 5, 8, 6, 9, 10) % 11 == 0;
            case JAPANESE -> japanese(digits);
            case KOREAN ->
                isDate(digits, 4, 2)
                        && (11 - weighed(digits, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5) % 11) % 10
                                == digits.charAt(12) - '0';
        };
    }

    private static int weighed(String digits, int... weights) {
        int sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += (digits.charAt(i) - '0') * weights[i];
        }
        return sum;
    }

    /** Returns whether the two digits at these positions are a day and a month. */
    private static boolean isDate(String digits, int day, int month) {
        int days = Integer.parseInt(digits.substring(day, day + 2));
        int months = Integer.parseInt(digits.substring(month, month + 2));
        return days >= 1 && days <= 31 && months >= 1 && months <= 12;
    }

    private static boolean iso7064(String digits) {
        int product = 10;
        for (int i = 0; i < 10; i++) {
            int sum = (digits.charAt(i) - '0' + product) % 10;
            product = (sum == 0 ? 10 : sum) * 2 % 11;
        }
        return (11 - product) % 10 == digits.charAt(10) - '0';
    }

    private static boolean belgian(String digits) {
        long number = Long.parseLong(digits.substring(0, 9));
        long check = Long.parseLong(digits.substring(9));
        return 97 - number % 97 == check || 97 - (2_000_000_000L + number) % 97 == check;
    }

    private static boolean brazilian(String digits) {
        int first = weighed(digits, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10;
        int second = weighed(digits, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10;
        return first == digits.charAt(9) - '0' && second == digits.charAt(10) - '0';
    }

    private static boolean verhoeff(String digits) {
        int check = 0;
        for (int i = 0; i < digits.length(); i++) {
            int turned = TURNS.get(i % 8).charAt(digits.charAt(digits.length() - 1 - i) - '0') - '0';
            check = DIHEDRAL.charAt(10 * check + turned) - '0';
        }
        return check == 0;
    }

    private static boolean portuguese(String digits) {
        int check = 11 - weighed(digits, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
        return (check > 9 ? 0 : check) == digits.charAt(8) - '0';
    }

    private static boolean japanese(String digits) {
        int rest = weighed(digits, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11;
        return (rest < 2 ? 0 : 11 - rest) == digits.charAt(11) - '0';
    }
}
