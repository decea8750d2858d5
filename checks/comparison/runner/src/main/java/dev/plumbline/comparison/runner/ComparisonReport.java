package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.ResourceCost;
import dev.plumbline.comparison.harness.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the table of the performance comparison. */
final class ComparisonReport {
    private static final List<PeerLibrary> PEERS = List.of(PeerLibrary.values());

    private static final String ABOUT = """
            What one operation costs beside a baseline: less is better, and 1x is the baseline.

            - **Who.** Each library is set up as its documentation says. Plumbline runs with every recommended policy, a cache, redaction and
              one observer; no question is asked twice, so the cache never helps. *With the policies of a peer* it has no redaction and no cache.
            - **The baseline** is the HTTP client of the JDK, a request that is put together as text, and an answer that is searched with
              `indexOf`. It checks nothing, keeps nothing and forgives nothing.
            - **Why the baseline can be beaten.** The client of the JDK hands each call to threads of its own. Plumbline's transport works on the
              thread that calls: *Plumbline's provider alone* costs less than the baseline in each row, and what a session does on top can
              stay below the rest.
            - **How.** One process for each figure, as an installed program: from a jar, on processor 1, with a heap of 256 MB, against one server on
              processor 0, over HTTP on 127.0.0.1.
            - **When.** A plain call and a turn with tools are measured three times: the first of a process; the few that follow, which are all
              that most plug-ins ever make; and those of a process that has made many.
            - **Behind 1,000 messages** Plumbline asks its last question again in other words; the others send a list of their own.
            - **Who does not end** after %d seconds, and one more for each %d operations that do not count, is killed; who was killed twice in a
              scenario is left out of it.""".formatted(MeasurementRun.MOST_SECONDS, MeasurementRun.WARM_PER_SECOND);
    private static final String WARM = """
            How many operations are done first and not counted, and how many count, the same for all; and the processor time of the
            second half of those that count beside the first half's. 1 is warm; below 1 the compiler of the JVM was still at work,
            and the figures above say too much. While a process gets warm, its compiler may use the other processor, too.""";

    private final MeasurementTable table;
    private final String machine;
    private final List<Scenario> scenarios;

    ComparisonReport(MeasurementTable table, String machine) {
        this.table = table;
        this.machine = machine;
        this.scenarios = Stream.of(Scenario.values())
                .filter(scenario -> !table.ratio(scenario, PeerLibrary.BASELINE).isEmpty())
                .toList();
    }

    String page() {
        return String.join(
                        "\n\n",
                        "# Side by side",
                        ABOUT,
                        "Written by `./mvnw -Pbench verify`; medians of " + rounds()
                                + " in which everybody ran once, on " + machine
                                + ". In brackets: where the middle half lies.",
                        "![Processor time relative to the baseline](performance.svg)",
                        "## Processor time for one operation, of the whole process, relative to the baseline",
                        table(this::cpu),
                        notes(),
                        "## Time that went by for one operation",
                        "On the clock, in milliseconds, with the server's part; for a cancel, until the library has let go of its caller.",
                        table((scenario, peer) -> number("%,.2f", of(scenario, peer, ResourceCost::wallNanos) / 1e6)),
                        "## MB allocated for one operation",
                        table((scenario, peer) -> number("%.3f", of(scenario, peer, ResourceCost::bytes) / (1 << 20))),
                        "## Most memory the process held, in MB",
                        table((scenario, peer) ->
                                number("%.0f", of(scenario, peer, ResourceCost::peakKib) / (1 << 10))),
                        "## Classes loaded",
                        table((scenario, peer) -> number("%,.0f", of(scenario, peer, ResourceCost::classes))),
                        "## How warm",
                        WARM,
                        warmth(),
                        "## What comes along",
                        jars(),
                        "## Goals",
                        goals())
                + "\n";
    }

    /** Returns the number of rounds, and which scenarios had fewer. */
    String rounds() {
        TreeMap<Integer, List<String>> titles = scenarios.stream()
                .collect(Collectors.groupingBy(
                        scenario -> table.ratio(scenario, PeerLibrary.BASELINE).size(),
                        TreeMap::new,
                        Collectors.mapping(ScenarioTitles::of, Collectors.toList())));
        if (titles.isEmpty()) {
            return "no rounds";
        }
        int most = titles.lastKey();
        String fewer = titles.headMap(most).entrySet().stream()
                .map(few -> few.getKey() + " of " + String.join(" and of ", few.getValue()))
                .collect(Collectors.joining(", ", " (", ")"));
        return most + (most == 1 ? " round" : " rounds") + (titles.size() == 1 ? "" : fewer);
    }

    private double of(Scenario scenario, PeerLibrary peer, ToDoubleFunction<ResourceCost> measure) {
        return table.of(scenario, peer, measure).median();
    }

    private static String number(String format, Object... value) {
        return String.format(Locale.ROOT, format, value);
    }

    private String cpu(Scenario scenario, PeerLibrary peer) {
        double millis = of(scenario, peer, ResourceCost::cpuNanos) / 1e6;
        String time = number(millis < 10 ? "%.2f ms" : "%.0f ms", millis);
        return peer == PeerLibrary.BASELINE
                ? time
                : time + ", " + table.ratio(scenario, peer).spread();
    }

    private String table(BiFunction<Scenario, PeerLibrary, String> cell) {
        return table(scenarios, cell);
    }

    private String table(List<Scenario> rows, BiFunction<Scenario, PeerLibrary, String> cell) {
        return rows.stream()
                .map(scenario -> row(ScenarioTitles.of(scenario), peer -> shown(scenario, peer, cell)))
                .collect(Collectors.joining("\n", head() + "\n", ""));
    }

    private String shown(Scenario scenario, PeerLibrary peer, BiFunction<Scenario, PeerLibrary, String> cell) {
        if (table.ratio(scenario, peer).isEmpty()) {
            return table.isExcluded(scenario, peer) ? "did not end" : "–";
        }
        return cell.apply(scenario, peer);
    }

    private String warmth() {
        List<Scenario> repeated =
                scenarios.stream().filter(scenario -> scenario.warm() > 0).toList();
        String counts = repeated.stream()
                .map(scenario -> ScenarioTitles.of(scenario) + ": "
                        + number("%,d and %,d", scenario.warm(), scenario.measured()))
                .collect(Collectors.joining("; "));
        return counts + ".\n\n"
                + table(repeated, (scenario, peer) -> number("%.2f", of(scenario, peer, ResourceCost::drift)));
    }

    /** Returns notes on processes that did not end normally. */
    String notes() {
        String notes = scenarios.stream()
                .flatMap(scenario -> PEERS.stream().map(peer -> note(scenario, peer)))
                .filter(note -> !note.isEmpty())
                .collect(Collectors.joining("\n"));
        return notes.isEmpty() ? "Every process came to an end by itself." : notes;
    }

    private String note(Scenario scenario, PeerLibrary peer) {
        Map<Measurement.End, Long> ends = table.ends(scenario, peer).stream()
                .filter(figure -> figure.end() != Measurement.End.CLOSED)
                .collect(Collectors.groupingBy(Measurement::end, TreeMap::new, Collectors.counting()));
        String all = ends.entrySet().stream()
                .map(end -> end.getValue() + "x it " + end.getKey().words())
                .collect(Collectors.joining(", "));
        return all.isEmpty()
                ? ""
                : "- " + peer.title() + ", " + ScenarioTitles.of(scenario) + ": " + all
                        + (table.isExcluded(scenario, peer) ? "; it was not asked again." : ".");
    }

    private static String head() {
        return row("", PeerLibrary::title) + "\n" + row("---", peer -> "---");
    }

    private static String row(String title, Function<PeerLibrary, String> cell) {
        return PEERS.stream().map(cell).collect(Collectors.joining(" | ", "| " + title + " | ", " |"));
    }

    private static String jars() {
        return String.join(
                "\n",
                head(),
                row("jars of others", peer -> String.valueOf(jars(peer, false).size())),
                row("jars in all", peer -> String.valueOf(jars(peer, true).size())),
                row("MB in all", peer -> String.format(Locale.ROOT, "%.1f", size(jars(peer, true)) / 1e6)));
    }

    private static List<Path> jars(PeerLibrary peer, boolean own) {
        return peer.jars().stream().filter(jar -> own || !peer.isOwn(jar)).toList();
    }

    private static long size(List<Path> jars) {
        return jars.stream().mapToLong(ComparisonReport::size).sum();
    }

    private static long size(Path jar) {
        try {
            return Files.size(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String goals() {
        return PerformanceGoal.all().stream()
                .map(goal -> "- " + goal.line(table))
                .collect(Collectors.joining("\n"));
    }
}
