package dev.plumbline.mutants;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The choice of rows. */
final class ChosenRows {
    private ChosenRows() {}

    /** Returns so many rows, chosen by the seed; all for 0. */
    static List<TraceRow> of(List<TraceRow> all, long seed, int count) {
        if (count == 0) {
            return all;
        }
        List<TraceRow> mixed = new ArrayList<>(all);
        Collections.shuffle(mixed, new Random(seed));
        return mixed.subList(0, Math.min(count, mixed.size()));
    }
}
