package dev.plumbline.mutants;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The choice of rows. */
final class ChosenRows {
    private ChosenRows() {}

    /**
     * Returns rows: so many, chosen by the seed; all for 0; or those of these ids.
     *
     * @param rows a number, or ids with commas between them
     */
    static List<TraceRow> of(List<TraceRow> all, long seed, String rows) {
        if (!rows.matches("\\d+")) {
            List<String> ids = List.of(rows.split(","));
            return all.stream().filter(row -> ids.contains(row.id())).toList();
        }
        int count = Integer.parseInt(rows);
        if (count == 0) {
            return all;
        }
        List<TraceRow> mixed = new ArrayList<>(all);
        Collections.shuffle(mixed, new Random(seed));
        return mixed.subList(0, Math.min(count, mixed.size()));
    }
}
