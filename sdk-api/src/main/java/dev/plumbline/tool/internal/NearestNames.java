package dev.plumbline.tool.internal;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Finds the names that are nearest to a mistyped one. Stateless. */
public final class NearestNames {

    private NearestNames() {}

    /**
     * Returns the things with the nearest names, the nearest first: names that contain the text or are contained in it,
     * then by the number of characters to change. The case of letters does not count.
     *
     * @param most the maximum number
     */
    public static <T> List<T> of(String text, Collection<T> things, Function<T, String> name, int most) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return things.stream()
                .map(thing -> new Ranked<>(thing, rank(wanted, name.apply(thing).toLowerCase(Locale.ROOT))))
                .sorted(Comparator.comparingInt(Ranked::rank))
                .limit(most)
                .map(Ranked::thing)
                .toList();
    }

    private static int rank(String wanted, String name) {
        boolean part = !wanted.isEmpty() && !name.isEmpty() && (name.contains(wanted) || wanted.contains(name));
        return edits(wanted, name) - (part ? Math.max(wanted.length(), name.length()) : 0);
    }

    /** Returns the Levenshtein distance: the fewest characters to insert, delete or replace. */
    public static int edits(String a, String b) {
        int[] before = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] now = new int[b.length() + 1];
            now[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(replaced, 1 + Math.min(before[j], now[j - 1]));
            }
            before = now;
        }
        return before[b.length()];
    }

    private record Ranked<T>(T thing, int rank) {}
}
