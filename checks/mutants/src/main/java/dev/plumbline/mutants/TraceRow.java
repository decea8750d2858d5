package dev.plumbline.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A row of docs/requirements.md with its tests, as target/traceability.md has them.
 *
 * @param id the number of the requirement
 * @param places the classes that implement it, {@code module:Class}
 * @param tests the tests that show it, {@code module:Class.method}
 */
record TraceRow(String id, List<String> places, List<String> tests) {
    private static final Pattern CODE = Pattern.compile("`([^`]+:[^`]+)`");

    /** Returns the rows that name code and tests, in the order of the page. */
    static List<TraceRow> read(Path project) throws IOException {
        try (var lines = Files.lines(project.resolve("target/traceability.md"))) {
            return lines.filter(line -> line.matches("\\| [A-Z]+\\d+ \\|.*"))
                    .map(TraceRow::of)
                    .filter(row -> !row.places.isEmpty() && !row.tests.isEmpty())
                    .toList();
        }
    }

    private static TraceRow of(String line) {
        String[] cells = line.split("\\|", -1);
        return new TraceRow(cells[1].strip(), codes(cells[3]), codes(cells[4]));
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    /** Returns the tests of one module, without its name. */
    List<String> testsOf(String module) {
        return tests.stream()
                .filter(test -> test.startsWith(module + ":"))
                .map(test -> test.substring(module.length() + 1))
                .toList();
    }
}
