package dev.plumbline.redaction;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Made-up values of every kind, in the spellings people use. Their checks are computed here, apart from the detectors. */
final class SensitiveSamples {
    private static final List<String> PHONES = List.of(
            "2##-###-####",
            "(3##) ###-####",
            "4##.###.####",
            "+1-5##-###-####",
            "001-6##-###-####",
            "1-7##-###-####",
            "8##-###-####x###",
            "+1 9## ### ####",
            "2#########",
            "+49 17# #######",
            "017# #######",
            "(089) ######",
            "+49(0)89 ######",
            "0331 #######",
            "+44 20 #### ####",
            "020 #### ####",
            "07### ######",
            "(01632) ######",
            "01 ## ## ## ##",
            "+33 6 ## ## ## ##",
            "+41 (0)44 ### ## ##",
            "044 ### ## ##",
            "9## ### ###",
            "6## ## ## ##",
            "21 ### ####",
            "06-########",
            "+31 6 ########",
            "+39 02 #### ####",
            "3## #######",
            "08-### ## ##",
            "## ## ## ##",
            "04## ### ###",
            "(02) #### ####",
            "+81-3-####-####",
            "03-####-####",
            "+91 9#### #####",
            "98########",
            "+46 (0)8 ### ### ##",
            "+4477## ### ###",
            "0496 ## ## ##");
    /** How a card begins, and how many digits it has. */
    private static final List<String> CARDS = List.of(
            "4:13", "4:16", "4:16", "4:19", "51:16", "55:16", "223:16", "270:16", "34:15", "37:15", "6011:16", "65:16",
            "3528:16", "300:14", "36:14", "50:12", "6759:16", "62:16");

    private static final List<String> BANKS = List.of(
            "DE22", "GB22A", "FR27", "NL18A", "ES24", "IT27", "AT20", "CH21", "BE16", "PL28", "SE24", "NO15", "PT25",
            "IE22A", "FI18", "DK18", "LU20", "MT31A", "SA24", "TR26");
    private static final List<String> USERS = List.of(
            "anna",
            "j.smith",
            "max_muster",
            "o'neil",
            "sales+cad",
            "x9",
            "First.Last",
            "büro",
            "a-b",
            "team.bim.2026",
            "99");
    private static final List<String> HOSTS = List.of(
            "example.org",
            "mail.example.co.uk",
            "büro-nord.de",
            "x.io",
            "sub.domain.example.museum",
            "Example.COM",
            "web.de",
            "192-plan.net",
            "firma.gmbh",
            "uni-a.edu");

    private final Random random;

    SensitiveSamples(long seed) {
        this.random = new Random(seed);
    }

    String next(String kind) {
        return switch (kind) {
            case "MAIL" -> pick(USERS) + (random.nextBoolean() ? "" : random.nextInt(1000)) + "@" + pick(HOSTS);
            case "PHONE" -> digits(pick(PHONES));
            case "CARD" -> card();
            case "IBAN" -> iban();
            case "NATIONAL_ID" -> ssn();
            case "IP" -> random.nextInt(3) > 0 ? ip4() : ip6();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private int number(int from, int to) {
        return from + random.nextInt(to - from);
    }

    private String digits(String pattern) {
        StringBuilder text = new StringBuilder();
        for (char c : pattern.toCharArray()) {
            text.append(c == '#' ? (char) ('0' + random.nextInt(10)) : c);
        }
        return text.toString();
    }

    private String card() {
        String[] card = pick(CARDS).split(":");
        String digits = digits(card[0] + "#".repeat(Integer.parseInt(card[1]) - card[0].length() - 1));
        String whole = digits + check(digits);
        if (whole.length() == 16 && random.nextInt(3) > 0) {
            String mark = random.nextBoolean() ? " " : "-";
            return whole.replaceAll("(.{4})(?=.)", "$1" + mark);
        }
        return whole;
    }

    private static int check(String digits) {
        int sum = 0;
        for (int i = digits.length() - 1, weight = 2; i >= 0; i--, weight = 3 - weight) {
            int product = (digits.charAt(i) - '0') * weight;
            sum += product / 10 + product % 10;
        }
        return (10 - sum % 10) % 10;
    }

    private String iban() {
        String bank = pick(BANKS);
        int length = Integer.parseInt(bank.substring(2, 4));
        String start = bank.endsWith("A") ? "ABNK" : "";
        String account = start + digits("#".repeat(length - 4 - start.length()));
        StringBuilder number = new StringBuilder();
        for (char c : (account + bank.substring(0, 2) + "00").toCharArray()) {
            number.append(Character.getNumericValue(c));
        }
        int check = 98
                - new BigInteger(number.toString()).mod(BigInteger.valueOf(97)).intValue();
        String whole = bank.substring(0, 2) + String.format(Locale.ROOT, "%02d", check) + account;
        return switch (random.nextInt(3)) {
            case 0 -> whole;
            case 1 -> whole.toLowerCase(Locale.ROOT);
            default -> whole.replaceAll("(.{4})(?=.)", "$1 ");
        };
    }

    private String ssn() {
        int area = number(1, 665);
        String mark = random.nextInt(4) == 0 ? "" : "-";
        return String.format(Locale.ROOT, "%03d%s%02d%s%04d", area, mark, number(1, 100), mark, number(1, 10_000));
    }

    private String ip4() {
        return number(11, 224) + "." + number(0, 256) + "." + number(0, 256) + "." + number(0, 256);
    }

    private String ip6() {
        String one = Integer.toHexString(number(0x1000, 0xffff));
        String two = Integer.toHexString(number(0, 0xffff));
        return switch (random.nextInt(4)) {
            case 0 -> "2001:db8:" + one + ":" + two + ":1:2:3:" + two;
            case 1 -> "2001:db8::" + one + ":" + two;
            case 2 -> "FE80::" + one.toUpperCase(Locale.ROOT) + ":1";
            default -> "::ffff:" + ip4();
        };
    }
}
