package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Cost;
import dev.plumbline.proof.contest.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of the pairs. */
final class Report {
    private static final List<Fighter> FIGHTERS = List.of(Fighter.values());

    private final Score score;
    private final int rounds;
    private final List<Scenario> scenarios;

    Report(Score score, int rounds) {
        this.score = score;
        this.rounds = rounds;
        this.scenarios = Stream.of(Scenario.values())
                .filter(scenario ->
                        !score.of(scenario, Fighter.FLOOR, Cost::cpuNanos).isEmpty())
                .toList();
    }

    String page() {
        return String.join(
                        "\n\n",
                        "# Side by side",
                        """
                Each library as its documentation sets it up, in a process of its own on processor 1 with a heap of 256 MB, against one
                server on processor 0, over HTTP on 127.0.0.1. Plumbline runs with every recommended layer, a cache, redaction and one
                observer; no question is asked twice, so the cache never helps. The floor is the JDK's client, a request put together as
                text and an answer searched with `indexOf`; it checks nothing, keeps nothing and forgives nothing.""",
                        "Written by `./mvnw -Pbench verify`; medians of " + rounds
                                + " rounds in which everybody ran once, on "
                                + Runtime.version() + ", "
                                + Runtime.getRuntime().availableProcessors()
                                + " processors. In brackets: where the middle half lies.",
                        "![Processor time beside the floor](side-by-side.svg)",
                        "## Processor time for one operation, of the whole process, beside the floor",
                        table(this::cpu),
                        "## Bytes allocated for one operation",
                        table((scenario, fighter) -> megabytes(scenario, fighter, Cost::bytes, 1 << 20)),
                        "## Most memory the process held, in MB",
                        table((scenario, fighter) -> megabytes(scenario, fighter, Cost::peakKib, 1 << 10)),
                        "## Classes loaded",
                        table((scenario, fighter) -> number(scenario, fighter, Cost::classes)),
                        "## What comes along",
                        jars(),
                        "## Goals",
                        goals())
                + "\n";
    }

    private String cpu(Scenario scenario, Fighter fighter) {
        double millis = score.of(scenario, fighter, Cost::cpuNanos).median() / 1e6;
        String time = String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
        return fighter == Fighter.FLOOR
                ? time
                : time + ", " + score.ratio(scenario, fighter).spread();
    }

    private String megabytes(Scenario scenario, Fighter fighter, ToDoubleFunction<Cost> measure, int unit) {
        return String.format(
                Locale.ROOT, "%.2f", score.of(scenario, fighter, measure).median() / unit);
    }

    private String number(Scenario scenario, Fighter fighter, ToDoubleFunction<Cost> measure) {
        return String.format(
                Locale.ROOT, "%,.0f", score.of(scenario, fighter, measure).median());
    }

    private String table(BiFunction<Scenario, Fighter, String> cell) {
        return scenarios.stream()
                .map(scenario -> row(
                        Titles.of(scenario), fighter -> fighter.does(scenario) ? cell.apply(scenario, fighter) : "–"))
                .collect(Collectors.joining("\n", head() + "\n", ""));
    }

    private static String head() {
        return row("", Fighter::title) + "\n" + row("---", fighter -> "---");
    }

    private static String row(String title, Function<Fighter, String> cell) {
        return FIGHTERS.stream().map(cell).collect(Collectors.joining(" | ", "| " + title + " | ", " |"));
    }

    private static String jars() {
        return String.join(
                "\n",
                head(),
                row(
                        "jars of others",
                        fighter -> String.valueOf(jars(fighter, false).size())),
                row("jars in all", fighter -> String.valueOf(jars(fighter, true).size())),
                row("MB in all", fighter -> String.format(Locale.ROOT, "%.1f", size(jars(fighter, true)) / 1e6)));
    }

    private static List<Path> jars(Fighter fighter, boolean own) {
        return fighter.jars().stream()
                .filter(jar -> own || !jar.toString().contains("sdk-"))
                .toList();
    }

    private static long size(List<Path> jars) {
        return jars.stream().mapToLong(Report::size).sum();
    }

    private static long size(Path jar) {
        try {
            return Files.size(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String goals() {
        if (scenarios.size() < Scenario.values().length) {
            return "Not everything was measured.";
        }
        return Goal.all().stream()
                .map(goal -> "- " + (goal.reached().test(score) ? "✓ " : "✗ ") + goal.words())
                .collect(Collectors.joining("\n"));
    }
}
