package dev.plumbline.extensions;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of text: the first column to the left, the others to the right. */
final class TextTable {
    private TextTable() {}

    /** Returns the lines of a table whose rows have equally many cells. */
    static String of(List<List<String>> rows) {
        List<Integer> widths = IntStream.range(0, rows.get(0).size())
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        return rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> padded(row.get(i), widths.get(i), i > 0))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String padded(String cell, int width, boolean right) {
        String blanks = " ".repeat(width - cell.length());
        return right ? blanks + cell : cell + blanks;
    }
}
