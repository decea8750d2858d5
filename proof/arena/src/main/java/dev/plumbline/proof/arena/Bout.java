package dev.plumbline.proof.arena;

import dev.plumbline.proof.contest.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One process of a contender that measures one scenario on processor 1, and its hard end. */
final class Bout {
    /** How long it has, from its start; several times what the slowest needs. */
    static final int MOST_SECONDS = 60;

    private Bout() {}

    static Figure fight(Fighter fighter, Scenario scenario) throws IOException, InterruptedException {
        Path log = Path.of(System.getProperty("proof.logs", "target"), "pairs-" + fighter.name() + ".log");
        try (Service service = Service.open()) {
            List<String> task = List.of(scenario.name(), service.address().toString());
            Process process = process(fighter, scenario, task)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return figure(process);
        }
    }

    /**
     * While it gets warm its compiler may use the other processor, too, although it is told that there is one; what counts from the
     * start has one from the start.
     */
    private static ProcessBuilder process(Fighter fighter, Scenario scenario, List<String> task) {
        List<String> options = List.of("-Xmx256m", "-XX:ActiveProcessorCount=1");
        return fighter.process(
                scenario.warm() == 0 ? "" + Scenario.PROCESSOR : "0," + Scenario.PROCESSOR, options, task);
    }

    private static Figure figure(Process process) throws IOException, InterruptedException {
        boolean ended = process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            return new Figure(Optional.empty(), Figure.End.KILLED);
        }
        return Figure.of(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
}
