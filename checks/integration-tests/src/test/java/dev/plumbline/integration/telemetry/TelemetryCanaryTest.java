package dev.plumbline.integration.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.metrics.MicrometerObserver;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.web.SessionReport;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No character of content reaches an exporter: Prometheus, OTLP, the files of events, the report, logs. */
@Timeout(120)
class TelemetryCanaryTest {
    private static final String CANARY = "canary4711";

    record Text(String text) {}

    private static List<String> logged(Runnable program) {
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getMessage());
                for (Throwable t = line.getThrown(); t != null; t = t.getCause()) {
                    lines.add(t.toString());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.plumbline");
        logger.addHandler(handler);
        try {
            program.run();
        } finally {
            logger.removeHandler(handler);
        }
        return lines;
    }

    @Test
    @DisplayName("O5 canary: 0 characters of content and no key in any exporter")
    void o5_canary_reachesNoExporter(@TempDir Path folder) throws IOException {
        PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OtlpReceiver otlp = OtlpReceiver.open()) {
            server.otherwise(OpenAiChatScript.create()
                    .callsTool("paint", Map.of("text", CANARY))
                    .nextRound()
                    .callsTool("fail", Map.of("text", CANARY))
                    .nextRound()
                    .says("The answer is ", CANARY)
                    .fails(400, "invalid_request"));
            AiRuntime.Builder builder = AiRuntime.builder()
                    .addProvider(OpenAiChat.builder("m")
                            .baseUrl(server.address().toString())
                            .apiKey(Secret.of(CANARY.toCharArray()))
                            .build())
                    .addTools(
                            AiTool.of("paint", "Paints.", Text.class, (text, context) -> CANARY),
                            AiTool.of("fail", "Fails.", Text.class, (text, context) -> {
                                throw new IllegalStateException(CANARY);
                            }))
                    .journal(folder)
                    .addObserver(otlp.observer())
                    .addObserver(MicrometerObserver.of(meters));
            StringBuilder exported = new StringBuilder();
            List<String> logs = logged(() -> {
                try (AiRuntime ai = builder.build();
                        ConversationSession session = ai.session(AiBody.builder()
                                .addSystem(CANARY)
                                .toolFilter("*")
                                .build())) {
                    session.send("Say " + CANARY);
                    session.send("Again " + CANARY);
                    exported.append(meters.scrape());
                    exported.append(
                            SessionReport.of(session.tree(), ai.metrics().recent(event -> true))
                                    .html(SessionReport.ContentLevel.LENGTHS));
                }
            });
            logs.forEach(exported::append);
            exported.append(otlp.received());
            try (Stream<Path> files = Files.walk(folder.resolve("events"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    exported.append(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                }
            }

            assertThat(server.requests()).hasSize(4);
            assertThat(logs).isNotEmpty();
            assertThat(exported.toString())
                    .contains("gen_ai_client_operation_duration_seconds_count", "execute_tool paint")
                    .doesNotContain(CANARY);
        }
    }
}
