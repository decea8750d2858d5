package dev.plumbline.testkit.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of values in which every value of a dimension occurs together with every value of every other one: most errors
 * need one value or two, and all combinations would be too many.
 */
public final class Pairs {
    private Pairs() {}

    /**
     * Returns rows, always the same ones, with an index for each dimension: from 0 to its number of values, exclusive. The
     * first row is all zeros.
     */
    public static List<int[]> of(int... values) {
        List<int[]> open = pairs(values);
        List<int[]> rows = new ArrayList<>();
        add(new int[values.length], rows, open);
        while (!open.isEmpty()) {
            int[] row = new int[values.length];
            Arrays.fill(row, -1);
            int[] first = open.get(0);
            row[first[0]] = first[1];
            row[first[2]] = first[3];
            for (int dimension = 0; dimension < values.length; dimension++) {
                row[dimension] = row[dimension] < 0 ? best(dimension, values[dimension], row, open) : row[dimension];
            }
            add(row, rows, open);
        }
        return List.copyOf(rows);
    }

    /** Returns every pair, as two dimensions and the value of each: {@code {0, 1, 2, 0}}. */
    public static List<int[]> pairs(int... values) {
        List<int[]> pairs = new ArrayList<>();
        for (int one = 0; one < values.length; one++) {
            for (int other = one + 1; other < values.length; other++) {
                for (int i = 0; i < values[one] * values[other]; i++) {
                    pairs.add(new int[] {one, i / values[other], other, i % values[other]});
                }
            }
        }
        return pairs;
    }

    private static void add(int[] row, List<int[]> rows, List<int[]> open) {
        open.removeIf(pair -> row[pair[0]] == pair[1] && row[pair[2]] == pair[3]);
        rows.add(row);
    }

    /** Returns the value that occurs in most open pairs with the values that the row has. */
    private static int best(int dimension, int values, int[] row, List<int[]> open) {
        int[] found = new int[values];
        for (int[] pair : open) {
            if (pair[0] == dimension && row[pair[2]] == pair[3]) {
                found[pair[1]]++;
            } else if (pair[2] == dimension && row[pair[0]] == pair[1]) {
                found[pair[3]]++;
            }
        }
        int best = 0;
        for (int i = 1; i < values; i++) {
            best = found[i] > found[best] ? i : best;
        }
        return best;
    }
}
