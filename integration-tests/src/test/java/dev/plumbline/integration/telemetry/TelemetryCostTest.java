package dev.plumbline.integration.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Measures the processor time of a plain call over the loopback, with and without telemetry: a tracing bridge with the
 * SDK of OpenTelemetry, which records every span, and a Prometheus registry. The threads of the library and the calling
 * thread count; the server's do not. Blocks of calls alternate. {@code -Dplumbline.rounds=40} measures; the default is
 * one short round, which only shows that it runs.
 */
@Timeout(600)
class TelemetryCostTest {
    private static final int CALLS = 50;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static AiRuntime.Builder runtime(ScriptedServer server) {
        return AiRuntime.builder()
                .addProvider(OpenAiChat.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(Secret.of("key".toCharArray()))
                        .build());
    }

    /** Returns the nanoseconds of processor time of the calling thread and the threads of the library. */
    private static long processorTime() {
        long sum = THREADS.getCurrentThreadCpuTime();
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo info = THREADS.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith("plumbline")) {
                sum += Math.max(0, THREADS.getThreadCpuTime(id));
            }
        }
        return sum;
    }

    private static double block(AiRuntime ai) {
        long before = processorTime();
        for (int i = 0; i < CALLS; i++) {
            assertThat(ai.send("How many walls?").isOk()).isTrue();
        }
        return (processorTime() - before) / 1_000.0 / CALLS;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    @Test
    @DisplayName("O5 the cost of telemetry on a plain call, as a file in target")
    void o5_costOfTelemetry_isWritten() throws IOException {
        int rounds = Integer.getInteger("plumbline.rounds", 1);
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TracingBridge traces = TracingBridge.discarding()) {
            server.otherwise(OpenAiChatScript.create().says("Four ", "walls.").repeats());
            try (AiRuntime plain = runtime(server).build();
                    AiRuntime watched = runtime(server)
                            .addObserver(traces.observer())
                            .addObserver(MicrometerObserver.of(meters))
                            .build()) {
                List<Double> without = new ArrayList<>();
                List<Double> with = new ArrayList<>();
                for (int i = 0; i < 2 * rounds; i++) {
                    without.add(block(plain));
                    with.add(block(watched));
                }
                // the first half is the warm-up
                double plainCall = median(without.subList(rounds, 2 * rounds));
                double watchedCall = median(with.subList(rounds, 2 * rounds));
                String text = String.format(
                        Locale.ROOT,
                        "rounds %d of %d calls: %.0f µs without, %.0f µs with telemetry: + %.1f %%%n",
                        rounds,
                        CALLS,
                        plainCall,
                        watchedCall,
                        100 * (watchedCall / plainCall - 1));
                Files.writeString(Path.of("target/telemetry-cost.txt"), text);
                assertThat(meters.getMeters()).isNotEmpty();
            }
        }
    }
}
