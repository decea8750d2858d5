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
 * Measures every peer relative to the baseline: in each round each peer runs each scenario once, in its own process on
 * processor 1, against a server on processor 0; the order rotates. Writes a table and a chart after every round, so that
 * an interrupted measurement has a result.
 *
 * <pre>java -cp … dev.plumbline.comparison.runner.PerformanceComparison docs/comparison/performance [rounds] [scenario or peer …]</pre>
 *
 * <p>Scenarios and peers are named as {@link Scenario} and {@link PeerLibrary} name them; none of a kind means all, and the baseline
 * always takes part: {@code … 5 PLAIN PLUMBLINE}. With {@code -Dcomparison.kept=FILE} every process is written to that file, and a
 * measurement that was cut short goes on from it.
 */
public final class PerformanceComparison {
    private final Path target;
    private final int rounds;
    private final String machine;
    private final Set<Scenario> scenarios = EnumSet.noneOf(Scenario.class);
    private final Set<PeerLibrary> peers = EnumSet.noneOf(PeerLibrary.class);
    private final MeasurementTable table = new MeasurementTable();
    private final MeasurementRun runner = new MeasurementRun();
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
        if (peers.isEmpty()) {
            peers.addAll(List.of(PeerLibrary.values()));
        }
        peers.add(PeerLibrary.BASELINE);
    }

    private void choose(String name) {
        if (Stream.of(PeerLibrary.values()).anyMatch(peer -> peer.name().equals(name))) {
            peers.add(PeerLibrary.valueOf(name));
        } else {
            scenarios.add(Scenario.valueOf(name));
        }
    }

    /** Runs the comparison. */
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
        kept.readInto(table);
        long begun = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            round(round);
            write();
            Duration left = Duration.ofNanos((System.nanoTime() - begun) / (round + 1) * (rounds - round - 1));
            System.out.printf("round %d of %d; about %d min left%n", round + 1, rounds, (left.toSeconds() + 59) / 60);
        }
    }

    private void round(int round) throws IOException, InterruptedException {
        List<PeerLibrary> order = new ArrayList<>(peers);
        for (Scenario scenario : scenarios) {
            long begun = System.nanoTime();
            for (int i = 0; i < order.size(); i++) {
                PeerLibrary peer = order.get((i + round) % order.size());
                if (isOpen(round, scenario, peer)) {
                    Measurement figure = runner.run(peer, scenario);
                    table.add(scenario, peer, round, figure);
                    kept.append(scenario, peer, round, figure);
                }
            }
            print(round, scenario, (System.nanoTime() - begun) / 1_000_000_000);
        }
    }

    private boolean isOpen(int round, Scenario scenario, PeerLibrary peer) {
        return peer.does(scenario) && !kept.has(scenario, peer, round) && !table.isExcluded(scenario, peer);
    }

    private void print(int round, Scenario scenario, long seconds) {
        StringBuilder line = new StringBuilder(String.format("%2d %-13s %3d s", round + 1, scenario, seconds));
        for (PeerLibrary peer : peers) {
            if (peer.does(scenario)) {
                String ratio = table.ratio(scenario, peer)
                        .of(round)
                        .map(value -> String.format("%.2f", value))
                        .orElse("-");
                line.append(String.format("  %s %s", peer, ratio));
            }
        }
        System.out.println(line);
    }

    private void write() throws IOException {
        Files.createDirectories(target.getParent());
        Files.writeString(
                target.resolveSibling(target.getFileName() + ".md"), new ComparisonReport(table, machine).page());
        Files.writeString(target.resolveSibling(target.getFileName() + ".svg"), new RatioChart(table).svg());
    }
}
