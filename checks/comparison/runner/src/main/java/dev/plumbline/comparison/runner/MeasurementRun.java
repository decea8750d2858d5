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

/**
 * Starts processes of peers that measure one scenario each on processor 1, and kills them after a time limit. For one
 * thread at a time.
 */
final class MeasurementRun {
    /** The time limit of a process without warm-up; several times the time of the slowest. */
    static final int MOST_SECONDS = 60;

    /** The number of warm-up operations that add a second to the time limit. */
    static final int WARM_PER_SECOND = 400;

    /** The certificate of services with TLS; created when first needed, because it takes a second or two. */
    private final MemoizedSupplier<KeytoolCertificate> certificates =
            new MemoizedSupplier<>(() -> KeytoolCertificate.of("ip:127.0.0.1", "-1d"));

    Measurement run(PeerLibrary peer, Scenario scenario) throws IOException, InterruptedException {
        try (ComparisonServer service = ComparisonServer.open()) {
            if (!scenario.isSecured()) {
                return figure(peer, scenario, service.address(), List.of());
            }
            try (TlsProxy proxy = TlsProxy.open(certificates.get().server(), service.address())) {
                return figure(
                        peer, scenario, proxy.address(), certificates.get().trusting());
            }
        }
    }

    private static Measurement figure(PeerLibrary peer, Scenario scenario, URI address, List<String> more)
            throws IOException, InterruptedException {
        Path log = Path.of(System.getProperty("comparison.logs", "target"), "comparison-" + peer.name() + ".log");
        List<String> options = new ArrayList<>(List.of("-Xmx256m", "-XX:ActiveProcessorCount=1"));
        options.addAll(more);
        Process process = peer.process(processors(scenario), options, List.of(scenario.name(), address.toString()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return figure(process, MOST_SECONDS + scenario.warm() / WARM_PER_SECOND);
    }

    /**
     * Returns the processors of a process. During a warm-up the compiler may use the other processor, too; a process
     * that is measured from its start has one.
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
