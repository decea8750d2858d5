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
        String part = faults(comparison.resolve("faults.md")) + performance(comparison.resolve("performance.md"));
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
        List<List<String>> ratios = table.stream()
                .map(cells ->
                        shown.stream().map(cells::get).map(ReadmeUpdater::ratio).toList())
                .toList();
        return "Processor time, relative to a request that is written by hand for the JDK's client: " + first(ratios)
                + ".\n" + behind(ratios) + "\n![Processor time relative to a request that is written by hand]"
                + "(docs/comparison/performance.svg)\n\n";
    }

    /** Returns the ratios of the first scenario, which is the first call of a program. */
    private static String first(List<List<String>> table) {
        List<String> cells = table.get(1);
        return cells.get(0) + " "
                + IntStream.range(1, cells.size())
                        .mapToObj(column -> table.get(0).get(column) + " " + cells.get(column))
                        .collect(Collectors.joining(", "));
    }

    /** Returns a sentence about the scenarios in which the first library takes the least, and about the others. */
    static String behind(List<List<String>> table) {
        List<String> heading = table.get(0);
        List<String> behind = table.stream()
                .skip(1)
                .map(cells -> IntStream.range(2, cells.size())
                        .filter(column -> value(cells.get(column)) < value(cells.get(1)))
                        .mapToObj(heading::get)
                        .collect(Collectors.collectingAndThen(
                                Collectors.joining(", "),
                                names -> names.isEmpty() ? "" : cells.get(0) + " (" + names + ")")))
                .filter(row -> !row.isEmpty())
                .toList();
        int scenarios = table.size() - 1;
        return heading.get(1) + " takes the least of them in " + (scenarios - behind.size()) + " of " + scenarios
                + " scenarios"
                + (behind.isEmpty() ? ".\n" : "; others take less in: " + String.join("; ", behind) + ".\n");
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
        List<String> head =
                Stream.concat(Stream.of(""), table.get(0).stream().skip(2)).toList();
        Stream<List<String>> groups = Stream.of(
                        kept("a stream that was cut is a failure, and what arrived is kept", faults, Set.of(1, 2, 9)),
                        kept("a silent service ends within the time limit", faults, Set.of(17, 18, 19)),
                        kept("a retry waits as long as the service asked", faults, Set.of(27, 28)),
                        kept("keys and words stay with their service", faults, Set.of(31, 39)),
                        kept("arguments that do not fit run no tool", faults, Set.of(45)),
                        kept("each tool call has its result, whatever the model wrote", faults, Set.of(46, 47, 48)),
                        kept("a tool that fails or hangs ends no turn", faults, Set.of(52, 54, 55, 57)),
                        kept("odd answers of servers that speak like OpenAI are read", faults, Set.of(WIRE)),
                        kept("all faults of the comparison", faults, Set.of()))
                .filter(cells -> !cells.isEmpty());
        return "Played to each library over a socket, set up as its documentation says; *yes* is every case"
                + " ([all of them](docs/comparison/faults.md)):\n\n"
                + rows(Stream.concat(Stream.of(head), groups)) + "\n";
    }

    /** Returns a row about the faults with these numbers, or about all of them; empty if there are none. */
    private static List<String> kept(String title, List<List<String>> faults, Set<Integer> numbers) {
        List<List<String>> meant = faults.stream()
                .filter(cells -> numbers.isEmpty() || numbers.contains(row(cells)))
                .toList();
        if (meant.isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                        Stream.of(title),
                        IntStream.range(2, meant.get(0).size()).mapToObj(column -> answer(meant, column)))
                .toList();
    }

    private static String answer(List<List<String>> faults, int column) {
        long kept = faults.stream()
                .filter(cells -> cells.get(column).startsWith("✓"))
                .count();
        return (kept == faults.size() ? "yes, " : "no, ") + kept + " of " + faults.size();
    }

    /** Returns the number of the fault. */
    private static int row(List<String> cells) {
        return cells.get(0).startsWith("wire:")
                ? WIRE
                : Integer.parseInt(cells.get(0).replaceAll("\\D.*", ""));
    }
}
