package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.MemoizedSupplier;
import dev.plumbline.comparison.harness.Scenario;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Processes of contenders that measure one scenario each, on processor 1, and their hard end. One thread at a time. */
final class MeasurementRun {
    /** How long one has, from its start, before its operations to get warm; several times what the slowest needs. */
    static final int MOST_SECONDS = 60;

    /** How many operations to get warm add a second to that. */
    static final int WARM_PER_SECOND = 400;

    /** What secured services show; made when the first of them is opened, because it takes a second or two. */
    private final MemoizedSupplier<KeytoolCertificate> certificates =
            new MemoizedSupplier<>(() -> KeytoolCertificate.of("ip:127.0.0.1", "-1d"));

    Measurement fight(PeerLibrary fighter, Scenario scenario) throws IOException, InterruptedException {
        try (ComparisonServer service = ComparisonServer.open()) {
            if (!scenario.isSecured()) {
                return figure(fighter, scenario, service.address(), List.of());
            }
            try (TlsProxy proxy = TlsProxy.open(certificates.get().server(), service.address())) {
                return figure(
                        fighter, scenario, proxy.address(), certificates.get().trusting());
            }
        }
    }

    private static Measurement figure(PeerLibrary fighter, Scenario scenario, URI address, List<String> more)
            throws IOException, InterruptedException {
        Path log = Path.of(System.getProperty("comparison.logs", "target"), "pairs-" + fighter.name() + ".log");
        List<String> options = new ArrayList<>(List.of("-Xmx256m", "-XX:ActiveProcessorCount=1"));
        options.addAll(more);
        Process process = fighter.process(processors(scenario), options, List.of(scenario.name(), address.toString()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return figure(process, MOST_SECONDS + scenario.warm() / WARM_PER_SECOND);
    }

    /**
     * During the warm-up the compiler may also use the other processor, although the JVM is configured for one; what counts from
     * the start has one from the start.
     */
    private static String processors(Scenario scenario) {
        return scenario.warm() == 0 ? "" + Scenario.PROCESSOR : "0," + Scenario.PROCESSOR;
    }

    private static Measurement figure(Process process, int seconds) throws IOException, InterruptedException {
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor(MOST_SECONDS, TimeUnit.SECONDS);
            return new Measurement(Optional.empty(), Measurement.End.KILLED);
        }
        return Measurement.of(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
}
