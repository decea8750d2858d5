package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Cost;
import dev.plumbline.proof.contest.Scenario;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures every contender beside the floor: in each round each of them runs each scenario once, in a process of its own on
 * processor 1, against one server on processor 0; the order turns from round to round. Writes a table and a picture.
 *
 * <pre>java -cp … dev.plumbline.proof.arena.SideBySide docs/proof/side-by-side [rounds] [scenario …]</pre>
 */
public final class SideBySide {
    private final ScriptedServer server;
    private final Score score = new Score();

    private SideBySide(ScriptedServer server) {
        this.server = server;
    }

    /** Runs. */
    public static void main(String[] args) throws IOException, InterruptedException {
        stayOnProcessorZero();
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 15;
        List<Scenario> scenarios =
                args.length > 2 ? Stream.of(args).skip(2).map(Scenario::valueOf).toList() : List.of(Scenario.values());
        try (ScriptedServer server = Service.open()) {
            SideBySide contest = new SideBySide(server);
            for (int round = 0; round < rounds; round++) {
                contest.round(round, scenarios);
            }
            Path target = Path.of(args[0]);
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.writeString(
                    target.resolveSibling(target.getFileName() + ".md"), new Report(contest.score, rounds).page());
            Files.writeString(target.resolveSibling(target.getFileName() + ".svg"), new Picture(contest.score).svg());
        }
    }

    private static void stayOnProcessorZero() throws IOException, InterruptedException {
        if (Files.exists(Path.of("/usr/bin/taskset"))) {
            String me = String.valueOf(ProcessHandle.current().pid());
            new ProcessBuilder("/usr/bin/taskset", "-a", "-c", "-p", "0", me)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        }
    }

    private void round(int round, List<Scenario> scenarios) throws IOException, InterruptedException {
        Fighter[] fighters = Fighter.values();
        for (Scenario scenario : scenarios) {
            for (int i = 0; i < fighters.length; i++) {
                Fighter fighter = fighters[(i + round) % fighters.length];
                if (fighter.does(scenario)) {
                    score.add(scenario, fighter, cost(scenario, fighter));
                }
            }
            tell(round, scenario);
        }
    }

    private Cost cost(Scenario scenario, Fighter fighter) throws IOException, InterruptedException {
        Path log = Path.of(System.getProperty("proof.logs", "target"), "pairs-" + fighter.name() + ".log");
        Process process = fighter.process(
                        1, "-Xmx256m", List.of(scenario.name(), server.address().toString()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(2, TimeUnit.MINUTES) || said.isBlank()) {
            throw new IllegalStateException(fighter + " did not do " + scenario + "; see " + log);
        }
        return Cost.parse(said);
    }

    private void tell(int round, Scenario scenario) {
        StringBuilder line = new StringBuilder(String.format("%2d %-13s", round, scenario));
        for (Fighter fighter : Fighter.values()) {
            Samples ratios = score.ratio(scenario, fighter);
            if (!ratios.isEmpty()) {
                line.append(String.format("  %s %.2f", fighter, ratios.values().get(round)));
            }
        }
        System.out.println(line);
    }
}
