package dev.plumbline.redaction;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How telephone numbers of one country are written at home, without its code: how they begin, how many digits they have,
 * and their groups. Immutable.
 *
 * @param beginnings what a number begins with
 * @param fewest the number of digits of the shortest number, with what it begins with
 * @param most that of the longest
 * @param alone the number of digits from which on a number may be undivided
 * @param shapes the lengths of the groups; any if there are none, because what it begins with is enough
 */
record PhonePlan(List<String> beginnings, int fewest, int most, int alone, Set<Long> shapes) {
    private static final int NEVER = 99;

    private static final Map<String, PhonePlan> PLANS = Map.ofEntries(
            Map.entry("AT", withZero("01 02 03 04 05 06 07 08 09", 7, 13, 8)),
            Map.entry("BE", withZero("01 02 03 04 05 06 07 08 09", 9, 10, 9)),
            Map.entry("CH", withZero("02 03 04 05 06 07 08 09", 10, 10, 10)),
            Map.entry("DE", withZero("015 016 017 018 019 02 03 04 05 06 07 08 09", 7, 12, 10)),
            Map.entry("FR", withZero("01 02 03 04 05 06 07 08 09", 10, 10, 10)),
            Map.entry("GB", withZero("01 02 03 05 07 08 09", 10, 11, 11)),
            Map.entry("IE", withZero("01 02 04 05 06 07 08 09", 9, 10, 10)),
            Map.entry("NL", withZero("01 02 03 04 05 06 07 08 09", 10, 10, 10)),
            Map.entry("SE", withZero("01 02 03 04 05 06 07 08 09", 8, 10, 10)),
            Map.entry("IT", withZero("01 02 03 04 05 06 07 08 09 31 32 33 34 35 36 37 38 39", 8, 11, 9)),
            Map.entry("ES", new PhonePlan(split("6 7 8 9"), 9, 9, 9, shapes("333 3222 2322 2223 36 27 9"))),
            Map.entry(
                    "PL",
                    new PhonePlan(
                            split("12 13 14 15 16 17 18 22 23 24 25 29 32 33 34 41 42 43 44 45 46 48 50 51 52 53 54 55"
                                    + " 56 57 58 59 60 61 62 63 65 66 67 68 69 71 72 73 74 75 76 77 78 79 80 81 82 83"
                                    + " 84 85 86 87 88 89 91 94 95"),
                            9,
                            9,
                            9,
                            shapes("333 2322 2232 27 9"))),
            Map.entry("US", american()),
            Map.entry("CA", american()));

    /** Returns the plan of a country; null if none is known. */
    static @Nullable PhonePlan of(String country) {
        return PLANS.get(country);
    }

    /** Returns the countries whose plans are known. */
    static String countries() {
        return String.join(", ", new TreeSet<>(PLANS.keySet()));
    }

    private static PhonePlan withZero(String beginnings, int fewest, int most, int alone) {
        return new PhonePlan(split(beginnings), fewest, most, alone, Set.of());
    }

    private static PhonePlan american() {
        return new PhonePlan(split("2 3 4 5 6 7 8 9"), 10, 10, NEVER, shapes("334"));
    }

    private static List<String> split(String words) {
        return List.of(words.split(" ", -1));
    }

    private static Set<Long> shapes(String lengths) {
        Set<Long> shapes = new HashSet<>();
        for (String each : lengths.split(" ", -1)) {
            shapes.add(DigitGroups.shape(each.chars().map(c -> c - '0').toArray()));
        }
        return Set.copyOf(shapes);
    }

    /** Returns whether a number may begin with these digits. */
    boolean mayBegin(LookaheadText text, int from) {
        return beginnings.stream().anyMatch(beginning -> text.says(beginning, from));
    }

    /** Returns whether the digits are a number of the plan. */
    boolean matches(DigitGroups run) {
        if (run.count() < fewest || run.count() > most || !begins(run)) {
            return false;
        }
        if (run.groupCount() == 1) {
            return run.count() >= alone;
        }
        return shapes.isEmpty() ? run.group(0) >= 2 && run.group(0) <= 6 : shaped(run) && !isRound(run);
    }

    private boolean begins(DigitGroups run) {
        return beginnings.stream().anyMatch(beginning -> {
            for (int i = 0; i < beginning.length(); i++) {
                if (run.digit(i) != beginning.charAt(i) - '0') {
                    return false;
                }
            }
            return true;
        });
    }

    private boolean shaped(DigitGroups run) {
        return shapes.stream().anyMatch(run::hasShape);
    }

    /** Returns whether all groups are multiples of ten, as sizes of parts of buildings are. */
    private static boolean isRound(DigitGroups run) {
        int[] ends = new int[run.groupCount()];
        int at = 0;
        for (int i = 0; i < ends.length; i++) {
            at += run.group(i);
            ends[i] = run.digit(at - 1);
        }
        return Arrays.stream(ends).allMatch(digit -> digit == 0);
    }
}
