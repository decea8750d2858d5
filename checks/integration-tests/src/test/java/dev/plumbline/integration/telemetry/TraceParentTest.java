package dev.plumbline.integration.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.tool.AiTool;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The header traceparent on the wire and in tools, with the spans that a receiver of OTLP gets. */
@Timeout(120)
class TraceParentTest {
    private final List<Map<String, String>> inTool = new CopyOnWriteArrayList<>();

    record Nothing() {}

    private static String parent(Span span) {
        HexFormat hex = HexFormat.of();
        return "00-" + hex.formatHex(span.getTraceId().toByteArray()) + "-"
                + hex.formatHex(span.getSpanId().toByteArray()) + "-01";
    }

    private AiRuntime.Builder runtime(ScriptedServer server) {
        return AiRuntime.builder()
                .addTools(AiTool.of("paint", "Paints.", Nothing.class, (none, context) -> {
                    inTool.add(context.traceHeaders());
                    return "painted";
                }))
                .addProvider(OpenAiChat.builder("m")
                        .baseUrl(server.address().toString())
                        .apiKey(Secret.of("key".toCharArray()))
                        .build());
    }

    private static void ask(AiRuntime.Builder builder) {
        try (AiRuntime ai = builder.build()) {
            assertThat(ai.send(AiBody.builder().toolFilter("*").addUser("Go.").build())
                            .isOk())
                    .isTrue();
        }
    }

    @Test
    @DisplayName("O3 a request has the traceparent of the span of its call, and a tool that of its own span")
    void o3_traceparent_isThatOfTheSpan() throws IOException {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OtlpReceiver otlp = OtlpReceiver.open()) {
            server.otherwise(OpenAiChatScript.create()
                    .callsTool("paint", Map.of())
                    .nextRound()
                    .says("Done."));
            ask(runtime(server).addObserver(otlp.observer()));

            List<String> sent = server.requests().stream()
                    .map(request -> request.header("traceparent").orElse("none"))
                    .toList();
            assertThat(sent)
                    .containsExactlyInAnyOrderElementsOf(otlp.spans("chat").stream()
                            .map(TraceParentTest::parent)
                            .toList())
                    .hasSize(2);
            assertThat(otlp.spans("chat"))
                    .allSatisfy(span -> assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT));
            Span tool = otlp.spans("execute_tool").get(0);
            assertThat(tool.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
            assertThat(inTool).containsExactly(Map.of("traceparent", parent(tool)));
            assertThat(otlp.spans("").stream().map(Span::getTraceId).distinct()).hasSize(1);
        }
    }

    @Test
    @DisplayName("O3 without a trace there is no header, and the program's own header stays")
    void o3_traceparent_isOnlyThatOfATrace() throws IOException {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OtlpReceiver otlp = OtlpReceiver.open()) {
            server.otherwise(OpenAiChatScript.create().says("One.").says("Two."));
            ask(runtime(server));
            ask(AiRuntime.builder()
                    .addObserver(otlp.observer())
                    .addProvider(OpenAiChat.builder("m")
                            .baseUrl(server.address().toString())
                            .apiKey(Secret.of("key".toCharArray()))
                            .addHeader("traceparent", "00-1-2-01")
                            .build()));

            assertThat(server.requests().stream().map(request -> request.header("traceparent")))
                    .containsExactly(Optional.empty(), Optional.of("00-1-2-01"));
        }
    }

    @Test
    @DisplayName("O3 content is in spans only when it is switched on, and then redacted and bounded")
    void o3_content_isOptIn() throws IOException {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                OtlpReceiver otlp = OtlpReceiver.open()) {
            server.otherwise(OpenAiChatScript.create()
                    .callsTool("paint", Map.of())
                    .nextRound()
                    .says("Ask jane.d", "oe@example.org"));
            try (AiRuntime ai = runtime(server)
                    .addObserver(otlp.observer())
                    .traceContent(200)
                    .build()) {
                assertThat(ai.send(AiBody.builder()
                                        .addSystem("Count walls.")
                                        .toolFilter("*")
                                        .addUser("Write to john.roe@example.org. " + "word ".repeat(100))
                                        .build())
                                .isOk())
                        .isTrue();
            }
            Span last = otlp.spans("chat").get(1);
            assertThat(attribute(last, "gen_ai.system_instructions"))
                    .isEqualTo("[{\"type\":\"text\",\"content\":\"Count walls.\"}]");
            assertThat(attribute(last, "gen_ai.input.messages")).contains("[MAIL]", "more characters");
            assertThat(attribute(last, "gen_ai.output.messages")).contains("Ask [MAIL]", "\"finish_reason\":\"stop\"");
            assertThat(attribute(last, "gen_ai.tool.definitions")).contains("paint");
            assertThat(otlp.received()).doesNotContain("john.roe").doesNotContain("jane.d");
        }
    }

    private static String attribute(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(name))
                .map(attribute -> attribute.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }
}
