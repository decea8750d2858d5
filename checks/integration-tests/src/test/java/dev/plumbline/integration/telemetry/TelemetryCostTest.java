package dev.plumbline.integration.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
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
 * SDK of OpenTelemetry, which records every span, and a Prometheus registry. A third row makes the two spans of a call
 * by hand, with the same attributes, through the same bridge: what the bridge takes, whoever calls it. The threads of
 * the library and the calling thread count; the server's do not. Each block of calls with telemetry is compared with the
 * ones before and behind it. {@code -Dplumbline.rounds=400} measures; the default is one short round, which only shows
 * that it runs.
 */
@Timeout(600)
class TelemetryCostTest {
    private static final int CALLS = 20;
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
        return block(ai, () -> {});
    }

    private static double block(AiRuntime ai, Runnable afterEach) {
        long before = processorTime();
        for (int i = 0; i < CALLS; i++) {
            assertThat(ai.send("How many walls?").isOk()).isTrue();
            afterEach.run();
        }
        return (processorTime() - before) / 1_000.0 / CALLS;
    }

    /** Makes the two spans of a plain call as a program would that traces by hand. */
    private static void spansByHand(ObservationRegistry registry) {
        Observation turn = Observation.createNotStarted("plumbline.turn", registry)
                .contextualName("invoke_agent")
                .highCardinalityKeyValue("gen_ai.conversation.id", "one-shot")
                .lowCardinalityKeyValue("gen_ai.operation.name", "invoke_agent")
                .start();
        SenderContext<Object> client = new SenderContext<>((to, key, value) -> {}, Kind.CLIENT);
        Observation call = Observation.createNotStarted("gen_ai.client.operation", () -> client, registry)
                .contextualName("chat m")
                .highCardinalityKeyValue("gen_ai.conversation.id", "one-shot")
                .lowCardinalityKeyValue("gen_ai.operation.name", "chat")
                .lowCardinalityKeyValue("gen_ai.provider.name", "openai")
                .highCardinalityKeyValue("gen_ai.request.model", "m")
                .highCardinalityKeyValue("plumbline.body", "0123456789abcdef")
                .parentObservation(turn)
                .start();
        call.highCardinalityKeyValue("server.address", "127.0.0.1")
                .highCardinalityKeyValue("server.port", "80")
                .highCardinalityKeyValue("gen_ai.response.model", "m")
                .highCardinalityKeyValue("gen_ai.response.finish_reasons", "stop")
                .highCardinalityKeyValue("gen_ai.response.time_to_first_chunk", "0.001")
                .stop();
        turn.stop();
    }

    /** Returns the first, second or third quartile. */
    private static double quantile(List<Double> values, int quarter) {
        return values.stream().sorted().toList().get((values.size() - 1) * quarter / 4);
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
                for (int i = 0; i < rounds; i++) { // the warm-up, as long as the measurement
                    block(plain);
                    block(watched);
                    block(plain, () -> spansByHand(traces.registry()));
                }
                List<Double> plainCalls = new ArrayList<>();
                List<Double> ratios = new ArrayList<>();
                List<Double> byHand = new ArrayList<>();
                for (int i = 0; i < rounds; i++) {
                    double before = block(plain);
                    double with = block(watched);
                    double after = block(plain);
                    plainCalls.add((before + after) / 2);
                    ratios.add(2 * with / (before + after));
                    double hand = block(plain, () -> spansByHand(traces.registry()));
                    byHand.add(2 * hand / (after + block(plain)));
                }
                String text = String.format(
                        Locale.ROOT,
                        "%d rounds of %d calls: %.0f µs a call; with telemetry %+.1f %% (quartiles %+.1f, %+.1f);"
                                + " with its two spans made by hand %+.1f %% (quartiles %+.1f, %+.1f)%n",
                        rounds,
                        CALLS,
                        quantile(plainCalls, 2),
                        100 * (quantile(ratios, 2) - 1),
                        100 * (quantile(ratios, 1) - 1),
                        100 * (quantile(ratios, 3) - 1),
                        100 * (quantile(byHand, 2) - 1),
                        100 * (quantile(byHand, 1) - 1),
                        100 * (quantile(byHand, 3) - 1));
                Files.writeString(Path.of("target/telemetry-cost.txt"), text);
                assertThat(meters.getMeters()).isNotEmpty();
            }
        }
    }
}
