package dev.plumbline.redaction;

import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/** Made-up national ids with sound check digits, by country. The checks are computed here, apart from the detectors. */
final class IdSamples {
    private static final String DIHEDRAL = "0123456789" + "1234067895" + "2340178956" + "3401289567" + "4012395678"
            + "5987604321" + "6598710432" + "7659821043" + "8765932104" + "9876543210";
    private static final String[] TURNS = {
        "0123456789", "1576283094", "5803796142", "8916043527", "9453126870", "4286573901", "2793806415", "7046913258"
    };
    private static final String FINNISH = "0123456789ABCDEFHJKLMNPRSTUVWXY";
    private static final int[] ITALIAN_ODD = {
        1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23
    };

    private final Random random;

    IdSamples(long seed) {
        random = new Random(seed);
    }

    Map<String, Function<IdSamples, String>> countries() {
        Map<String, Function<IdSamples, String>> all = new TreeMap<>();
        all.put("DE", IdSamples::german);
        all.put("AT", IdSamples::austrian);
        all.put("CH", IdSamples::swiss);
        all.put("NL", IdSamples::dutch);
        all.put("BE", IdSamples::belgian);
        all.put("PL", IdSamples::polish);
        all.put("IT", IdSamples::italian);
        all.put("BR", IdSamples::brazilian);
        all.put("IN", IdSamples::indian);
        all.put("SE", IdSamples::swedish);
        all.put("DK", IdSamples::danish);
        all.put("NO", IdSamples::norwegian);
        all.put("FI", IdSamples::finnish);
        all.put("PT", IdSamples::portuguese);
        all.put("CA", IdSamples::canadian);
        all.put("AU", IdSamples::australian);
        all.put("JP", IdSamples::japanese);
        all.put("KR", IdSamples::korean);
        return all;
    }

    private String digits(int count) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < count; i++) {
            digits.append(random.nextInt(10));
        }
        return digits.toString();
    }

    private int one(int from, int to) {
        return from + random.nextInt(to - from);
    }

    private String birth(String order) {
        return String.format(Locale.ROOT, order, one(1, 29), one(1, 13), one(40, 99));
    }

    private static int weighed(String digits, int... weights) {
        int sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += (digits.charAt(i) - '0') * weights[i];
        }
        return sum;
    }

    private static String grouped(String digits, String shape) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (char c : shape.toCharArray()) {
            if (Character.isDigit(c)) {
                text.append(digits, at, at + c - '0');
                at += c - '0';
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    /** ISO 7064, modulo 11 and 10. */
    private String german() {
        String ten = one(1, 10) + digits(9);
        int product = 10;
        for (char c : ten.toCharArray()) {
            int sum = (c - '0' + product) % 10;
            product = (sum == 0 ? 10 : sum) * 2 % 11;
        }
        String id = ten + (11 - product) % 10;
        return random.nextBoolean() ? id : grouped(id, "2 3 3 3");
    }

    private String austrian() {
        while (true) {
            String number = one(1, 10) + digits(2);
            String born = birth("%1$02d%2$02d%3$02d");
            int check = weighed(number + born, 3, 7, 9, 5, 8, 4, 2, 1, 6) % 11;
            if (check < 10) {
                return number + check + (random.nextBoolean() ? " " : "") + born;
            }
        }
    }

    private String swiss() {
        String twelve = "756" + digits(9);
        int sum = weighed(twelve, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3);
        return grouped(twelve + (10 - sum % 10) % 10, "3.4.4.2");
    }

    private String dutch() {
        while (true) {
            String eight = one(1, 10) + digits(7);
            int rest = weighed(eight, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
            if (rest < 10) {
                return eight + rest;
            }
        }
    }

    private String belgian() {
        String nine = birth("%3$02d%2$02d%1$02d") + String.format(Locale.ROOT, "%03d", one(1, 998));
        String id = nine + String.format(Locale.ROOT, "%02d", 97 - Long.parseLong(nine) % 97);
        return random.nextBoolean() ? id : grouped(id, "2.2.2-3.2");
    }

    private String polish() {
        String ten = birth("%3$02d%2$02d%1$02d") + digits(4);
        return ten + (10 - weighed(ten, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3) % 10) % 10;
    }

    private String letters(int count) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            letters.append((char) ('A' + random.nextInt(26)));
        }
        return letters.toString();
    }

    private String italian() {
        String fifteen = letters(6)
                + digits(2)
                + "ABCDEHLMPRST".charAt(random.nextInt(12))
                + String.format(Locale.ROOT, "%02d", one(1, 29))
                + letters(1)
                + digits(3);
        int sum = 0;
        for (int i = 0; i < 15; i++) {
            char c = fifteen.charAt(i);
            int value = Character.isDigit(c) ? c - '0' : c - 'A';
            sum += i % 2 == 0 ? ITALIAN_ODD[value] : value;
        }
        return fifteen + (char) ('A' + sum % 26);
    }

    private String brazilian() {
        String nine = digits(9);
        int first = weighed(nine, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10;
        int second = weighed(nine + first, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2) * 10 % 11 % 10;
        String id = nine + first + second;
        return random.nextBoolean() ? id : grouped(id, "3.3.3-2");
    }

    /** Verhoeff's check. */
    private String indian() {
        String eleven = one(2, 10) + digits(10);
        for (int last = 0; last < 10; last++) {
            String id = eleven + last;
            int check = 0;
            for (int i = 0; i < 12; i++) {
                int turned = TURNS[i % 8].charAt(id.charAt(11 - i) - '0') - '0';
                check = DIHEDRAL.charAt(10 * check + turned) - '0';
            }
            if (check == 0) {
                return random.nextBoolean() ? id : grouped(id, "4 4 4");
            }
        }
        throw new IllegalStateException(eleven);
    }

    private static int luhn(String digits) {
        int sum = 0;
        for (int i = digits.length() - 1, weight = 2; i >= 0; i--, weight = 3 - weight) {
            int product = (digits.charAt(i) - '0') * weight;
            sum += product / 10 + product % 10;
        }
        return (10 - sum % 10) % 10;
    }

    private String swedish() {
        String nine = birth("%3$02d%2$02d%1$02d") + digits(3);
        return grouped(nine + luhn(nine), "6-4");
    }

    private String danish() {
        return grouped(birth("%1$02d%2$02d%3$02d") + digits(4), "6-4");
    }

    private String norwegian() {
        while (true) {
            String nine = birth("%1$02d%2$02d%3$02d") + digits(3);
            int first = (11 - weighed(nine, 3, 7, 6, 1, 8, 9, 4, 5, 2) % 11) % 11;
            int second = first > 9 ? 10 : (11 - weighed(nine + first, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11) % 11;
            if (first < 10 && second < 10) {
                String id = nine + first + second;
                return random.nextBoolean() ? id : grouped(id, "6 5");
            }
        }
    }

    private String finnish() {
        String born = birth("%1$02d%2$02d%3$02d");
        String number = String.format(Locale.ROOT, "%03d", one(2, 900));
        return born + "-" + number + FINNISH.charAt((int) (Long.parseLong(born + number) % 31));
    }

    private String portuguese() {
        String eight = one(1, 4) + digits(7);
        int check = 11 - weighed(eight, 9, 8, 7, 6, 5, 4, 3, 2) % 11;
        return eight + (check > 9 ? 0 : check);
    }

    private String canadian() {
        String eight = one(1, 8) + digits(7);
        String id = eight + luhn(eight);
        return switch (random.nextInt(3)) {
            case 0 -> id;
            case 1 -> grouped(id, "3 3 3");
            default -> grouped(id, "3-3-3");
        };
    }

    private String australian() {
        while (true) {
            String id = one(1, 10) + digits(8);
            if (weighed(id, 1, 4, 3, 7, 5, 8, 6, 9, 10) % 11 == 0) {
                return random.nextBoolean() ? id : grouped(id, "3 3 3");
            }
        }
    }

    private String japanese() {
        String eleven = digits(11);
        int rest = weighed(eleven, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2) % 11;
        String id = eleven + (rest < 2 ? 0 : 11 - rest);
        return random.nextBoolean() ? id : grouped(id, "4 4 4");
    }

    private String korean() {
        String twelve = birth("%3$02d%2$02d%1$02d") + one(1, 3) + digits(5);
        int check = (11 - weighed(twelve, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5) % 11) % 10;
        return grouped(twelve + check, "6-7");
    }
}
