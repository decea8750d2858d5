package dev.plumbline.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the runs of all modules say about the rows. */
final class MutationReport {
    private static final List<String> BEST_FIRST = List.of("RED", "GREEN", "NOT_REACHED", "NO_CODE", "ABSENT");

    private final List<TraceRow> rows;
    private final Map<String, String[]> places = new HashMap<>();
    private final Map<String, String> failedBefore = new HashMap<>();
    private final Set<String> slow = new TreeSet<>();
    private final Set<String> ended = new HashSet<>();
    private int red;
    private int partly;
    private int withoutCode;
    private int notRun;
    private final List<String> rest = new ArrayList<>();

    private MutationReport(List<TraceRow> rows) {
        this.rows = rows;
    }

    static MutationReport of(List<TraceRow> rows, Path results) throws IOException {
        MutationReport report = new MutationReport(rows);
        try (Stream<Path> files = Files.list(results)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".tsv")).toList()) {
                String module = file.getFileName().toString().replace(".tsv", "");
                Files.readAllLines(file).forEach(line -> report.add(module, line.split("\t")));
            }
        }
        rows.forEach(report::noteSlow);
        rows.forEach(report::judge);
        return report;
    }

    private void add(String module, String[] cells) {
        if (cells[0].equals("PLACE")) {
            places.merge(cells[1] + " " + cells[2], cells, MutationReport::better);
        } else if (cells[0].equals("ROW")) {
            ended.add(module + " " + cells[1]);
        } else if (cells[0].equals("SLOW")) {
            slow.add(cells[1]);
        } else if (cells[0].equals("TEST") && !cells[3].equals("PASSED")) {
            notUsed(cells[1], cells[2] + " ended with " + cells[3]);
        }
    }

    private void notUsed(String row, String why) {
        failedBefore.merge(row, why, (one, other) -> one + "; " + other);
    }

    private void noteSlow(TraceRow row) {
        slow.stream()
                .filter(test -> row.tests().stream().anyMatch(name -> name.endsWith(":" + test)))
                .forEach(test -> notUsed(row.id(), test + " takes over two minutes"));
    }

    private static String[] better(String[] one, String[] other) {
        return BEST_FIRST.indexOf(one[3]) <= BEST_FIRST.indexOf(other[3]) ? one : other;
    }

    private void judge(TraceRow row) {
        List<String[]> found = row.places().stream()
                .map(place -> places.get(row.id() + " " + place))
                .filter(cells -> cells != null && !cells[3].equals("NO_CODE"))
                .toList();
        boolean allRed = found.stream().allMatch(cells -> cells[3].equals("RED"));
        if (!hasEnded(row) && (!allRed || found.size() < row.places().size())) {
            notRun++;
        } else if (found.isEmpty()) {
            withoutCode++;
        } else if (allRed) {
            red++;
        } else {
            partly += found.stream().anyMatch(cells -> cells[3].equals("RED")) ? 1 : 0;
            found.stream().filter(cells -> !cells[3].equals("RED")).forEach(cells -> rest.add(reason(row, cells)));
        }
    }

    /** Returns whether the tests of all modules that a row names have run. */
    private boolean hasEnded(TraceRow row) {
        return row.tests().stream()
                .map(test -> test.substring(0, test.indexOf(':')).replace('/', '-'))
                .allMatch(module -> ended.contains(module + " " + row.id()));
    }

    private String reason(TraceRow row, String[] cells) {
        String why = cells[3].equals("GREEN")
                ? cells[4] + " of " + cells[6] + " reached mutants tried, none seen, e.g. " + cells[7]
                : cells[3].equals("ABSENT")
                        ? "not on the class path of the tests of the row"
                        : "none of its " + cells[5] + " mutants is reached by the tests of the row";
        return row.id() + " " + cells[2] + ": " + why
                + (failedBefore.containsKey(row.id()) ? " (not used: " + failedBefore.get(row.id()) + ")" : "");
    }

    /** Returns the share of the rows that were run and name code, in which every place is red. */
    double share() {
        return (double) red / Math.max(1, judged());
    }

    private int judged() {
        return rows.size() - notRun - withoutCode;
    }

    /** Returns the figures and the rows that are not red. */
    String text() {
        long first = places.values().stream()
                .filter(cells -> cells[3].equals("RED") && cells[4].equals("1"))
                .count();
        long all = places.values().stream()
                .filter(cells -> !cells[3].equals("NO_CODE"))
                .count();
        StringBuilder text = new StringBuilder();
        rest.forEach(line -> text.append(line).append('\n'));
        failedBefore.forEach((row, why) ->
                text.append(row).append(" tests not used: ").append(why).append('\n'));
        return text.append(String.format(
                        Locale.ROOT,
                        "%d rows name code and tests; %d run, %d of them name types without code%n"
                                + "every place red: %d of %d rows (%.1f %%); some place red: %d more%n"
                                + "the first mutant drawn is seen: %d of %d places (%.1f %%)%n",
                        rows.size(),
                        rows.size() - notRun,
                        withoutCode,
                        red,
                        judged(),
                        100 * share(),
                        partly,
                        first,
                        all,
                        100.0 * first / Math.max(1, all)))
                .toString();
    }
}
