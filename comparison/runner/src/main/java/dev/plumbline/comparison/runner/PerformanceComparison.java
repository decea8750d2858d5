package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.CpuAffinity;
import dev.plumbline.comparison.harness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Measures every contender beside the floor: in each round each of them runs each scenario once, in a process of its own on
 * processor 1, against a server on processor 0; the order turns from round to round. Writes a table and a picture, after
 * every round, so that a measurement that is cut short has shown something.
 *
 * <pre>java -cp … dev.plumbline.comparison.runner.PerformanceComparison docs/comparison/performance [rounds] [scenario or contender …]</pre>
 *
 * <p>Scenarios and contenders are named as {@link Scenario} and {@link PeerLibrary} name them; none of a kind means all, and the floor
 * always takes part: {@code … 5 PLAIN PLUMBLINE}. With {@code -Dcomparison.kept=FILE} every process is written to that file, and a
 * measurement that was cut short goes on from it.
 */
public final class PerformanceComparison {
    private final Path target;
    private final int rounds;
    private final String machine;
    private final Set<Scenario> scenarios = EnumSet.noneOf(Scenario.class);
    private final Set<PeerLibrary> fighters = EnumSet.noneOf(PeerLibrary.class);
    private final MeasurementTable score = new MeasurementTable();
    private final MeasurementRun bout = new MeasurementRun();
    private final MeasurementFile kept = new MeasurementFile(
            Optional.ofNullable(System.getProperty("comparison.kept")).map(Path::of));

    private PerformanceComparison(String machine, Path target, int rounds, List<String> chosen) {
        this.machine = machine;
        this.target = target;
        this.rounds = rounds;
        chosen.forEach(this::choose);
        if (scenarios.isEmpty()) {
            scenarios.addAll(List.of(Scenario.values()));
        }
        if (fighters.isEmpty()) {
            fighters.addAll(List.of(PeerLibrary.values()));
        }
        fighters.add(PeerLibrary.FLOOR);
    }

    private void choose(String name) {
        if (Stream.of(PeerLibrary.values()).anyMatch(fighter -> fighter.name().equals(name))) {
            fighters.add(PeerLibrary.valueOf(name));
        } else {
            scenarios.add(Scenario.valueOf(name));
        }
    }

    /** Runs. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String machine = machine();
        CpuAffinity.use("0");
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 15;
        new PerformanceComparison(
                        machine,
                        Path.of(args[0]).toAbsolutePath(),
                        rounds,
                        Stream.of(args).skip(2).toList())
                .run();
    }

    private static String machine() {
        return "JDK " + Runtime.version() + ", " + System.getProperty("os.name") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors";
    }

    private void run() throws IOException, InterruptedException {
        kept.readInto(score);
        long begun = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            round(round);
            write(round + 1);
            Duration left = Duration.ofNanos((System.nanoTime() - begun) / (round + 1) * (rounds - round - 1));
            System.out.printf("round %d of %d; about %d min left%n", round + 1, rounds, (left.toSeconds() + 59) / 60);
        }
    }

    private void round(int round) throws IOException, InterruptedException {
        List<PeerLibrary> order = new ArrayList<>(fighters);
        for (Scenario scenario : scenarios) {
            long begun = System.nanoTime();
            for (int i = 0; i < order.size(); i++) {
                PeerLibrary fighter = order.get((i + round) % order.size());
                if (isOpen(round, scenario, fighter)) {
                    Measurement figure = bout.fight(fighter, scenario);
                    score.add(scenario, fighter, round, figure);
                    kept.append(scenario, fighter, round, figure);
                }
            }
            print(round, scenario, (System.nanoTime() - begun) / 1_000_000_000);
        }
    }

    private boolean isOpen(int round, Scenario scenario, PeerLibrary fighter) {
        return fighter.does(scenario) && !kept.has(scenario, fighter, round) && !score.sitsOut(scenario, fighter);
    }

    private void print(int round, Scenario scenario, long seconds) {
        StringBuilder line = new StringBuilder(String.format("%2d %-13s %3d s", round + 1, scenario, seconds));
        for (PeerLibrary fighter : fighters) {
            if (fighter.does(scenario)) {
                String ratio = score.ratio(scenario, fighter)
                        .of(round)
                        .map(value -> String.format("%.2f", value))
                        .orElse("-");
                line.append(String.format("  %s %s", fighter, ratio));
            }
        }
        System.out.println(line);
    }

    private void write(int done) throws IOException {
        Files.createDirectories(target.getParent());
        Files.writeString(
                target.resolveSibling(target.getFileName() + ".md"), new ComparisonReport(score, done, machine).page());
        Files.writeString(target.resolveSibling(target.getFileName() + ".svg"), new RatioChart(score).svg());
    }
}
