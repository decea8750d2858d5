package dev.plumbline.comparison.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes short forms of both tables into the README, between two marks, from the pages of the comparison. A missing
 * page is skipped.
 *
 * <pre>java -cp … dev.plumbline.comparison.runner.ReadmeUpdater README.md docs/comparison</pre>
 */
public final class ReadmeUpdater {
    private static final String BEGIN = "<!-- written by ./mvnw -Pbench verify: begin -->\n";
    private static final String END = "<!-- end -->\n";

    /** The number under which rows without a number in the catalogue of faults are counted. */
    private static final int WIRE = 900;

    private static final String CELL = " *\\| *";

    /** The columns that the README shows, by their headings; the first is that of the scenarios. */
    private static final Set<String> SHOWN = Stream.concat(
                    Stream.of(""),
                    Stream.of(PeerLibrary.PLUMBLINE, PeerLibrary.OPENAI, PeerLibrary.LANGCHAIN, PeerLibrary.SPRING)
                            .map(PeerLibrary::title))
            .collect(Collectors.toUnmodifiableSet());

    private ReadmeUpdater() {}

    /** Updates the README. */
    public static void main(String[] args) throws IOException {
        Path readme = Path.of(args[0]);
        Path comparison = Path.of(args[1]);
        String text = Files.readString(readme);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        String part = performance(comparison.resolve("performance.md")) + faults(comparison.resolve("faults.md"));
        Files.writeString(readme, text.substring(0, from) + part + text.substring(text.indexOf(END, from)));
    }

    /** Returns the cells of each row of the first table of a page, with the heading and without the line below it. */
    private static List<List<String>> table(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.contains("---"))
                .map(line -> List.of(line.split(CELL, -1)))
                .map(cells -> cells.subList(1, cells.size() - 1))
                .toList();
    }

    private static String rows(Stream<List<String>> rows) {
        List<String> lines =
                rows.map(cells -> "| " + String.join(" | ", cells) + " |\n").toList();
        String line = lines.get(0).replaceAll("[^|\n]+", "---");
        return lines.get(0) + line + String.join("", lines.subList(1, lines.size()));
    }

    private static String performance(Path page) throws IOException {
        if (!Files.exists(page)) {
            return "";
        }
        List<List<String>> table = table(page);
        List<Integer> shown = IntStream.range(0, table.get(0).size())
                .filter(column -> SHOWN.contains(table.get(0).get(column)))
                .boxed()
                .toList();
        String written = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("Written by"))
                .map(line -> line.replaceAll(".*; (medians of .*)\\. In brackets.*", "$1"))
                .collect(Collectors.joining());
        List<List<String>> ratios = table.stream()
                .map(cells ->
                        shown.stream().map(cells::get).map(ReadmeUpdater::ratio).toList())
                .toList();
        return "Processor time relative to the baseline, the least one can do with the JDK's client ([the whole table]"
                + "(docs/comparison/performance.md); " + written + "):\n\n" + rows(ratios.stream()) + behind(ratios)
                + "\n![Processor time relative to the baseline](docs/comparison/performance.svg)\n\n";
    }

    /** Returns a sentence about the rows in which the first library takes more than another one; none if there are none. */
    static String behind(List<List<String>> table) {
        List<String> heading = table.get(0);
        String rows = table.stream()
                .skip(1)
                .map(cells -> IntStream.range(2, cells.size())
                        .filter(column -> value(cells.get(column)) < value(cells.get(1)))
                        .mapToObj(heading::get)
                        .collect(Collectors.collectingAndThen(
                                Collectors.joining(", "),
                                names -> names.isEmpty() ? "" : cells.get(0) + " (" + names + ")")))
                .filter(row -> !row.isEmpty())
                .collect(Collectors.joining("; "));
        return rows.isEmpty() ? "" : "\nOthers take less than " + heading.get(1) + " in: " + rows + ".\n";
    }

    /** Returns the number of {@code 1.21x}; that of a cell without one is larger than all. */
    private static double value(String ratio) {
        return ratio.matches("[0-9.]+x")
                ? Double.parseDouble(ratio.substring(0, ratio.length() - 1))
                : Double.MAX_VALUE;
    }

    /** Returns {@code 1.21x} of {@code 0.31 ms, 1.21x (1.18–1.25)}. */
    private static String ratio(String cell) {
        return cell.replaceAll("^.*ms, ([0-9.]+x) .*$", "$1");
    }

    private static String faults(Path page) throws IOException {
        List<List<String>> table = table(page);
        List<List<String>> faults = table.subList(1, table.size() - 1);
        List<String> head = Stream.concat(
                        Stream.of("promises kept"), table.get(0).stream().skip(2))
                .toList();
        Stream<List<String>> groups = Stream.of(
                kept("streams cut, garbled, endless, silent", faults, 1, 23),
                kept("connections, statuses, waits, bodies, redirects", faults, 24, 44),
                kept("what models write and tools do", faults, 45, 67),
                kept("habits of services that speak like OpenAI", faults, WIRE, WIRE),
                kept("in all", faults, 1, 1_000));
        return "Promises kept in [the fault comparison](docs/comparison/faults.md):\n\n"
                + rows(Stream.concat(Stream.of(head), groups)) + "\n";
    }

    private static List<String> kept(String title, List<List<String>> faults, int first, int last) {
        List<List<String>> meant = faults.stream()
                .filter(cells -> row(cells) >= first && row(cells) <= last)
                .toList();
        int columns = faults.get(0).size();
        return Stream.concat(
                        Stream.of(title),
                        IntStream.range(2, columns)
                                .mapToObj(column -> meant.stream()
                                                .filter(cells ->
                                                        cells.get(column).startsWith("✓"))
                                                .count()
                                        + " of " + meant.size()))
                .toList();
    }

    /** Returns the number of the fault; the cancellation of a stream is counted with streams. */
    private static int row(List<String> cells) {
        if (cells.get(0).startsWith("wire:")) {
            return WIRE;
        }
        int row = Integer.parseInt(cells.get(0).replaceAll("\\D.*", ""));
        return row == 122 ? 23 : row;
    }
}
