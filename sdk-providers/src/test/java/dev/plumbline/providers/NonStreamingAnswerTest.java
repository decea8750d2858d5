package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.AnthropicScript;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not stream, and who sees what arrives. */
class NonStreamingAnswerTest {
    private static final ServerResponse REFUSAL = refusal("Streaming is not supported for this model.");
    private static final ServerResponse WHOLE = ServerResponse.json(
            "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}");

    private static final String OLLAMA =
            "{\"message\":{\"content\":\"Hello\"},\"done\":true,\"done_reason\":\"stop\"}\n";
    private static final String GEMINI =
            "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hello\"}]},\"finishReason\":\"STOP\"}]}";

    private final ScriptedServer server = ScriptedServer.onPort(0);
    private final List<String> seen = new ArrayList<>();

    @AfterEach
    void closeServer() {
        server.close();
    }

    private static ServerResponse refusal(String words) {
        return ServerResponse.json("{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" + words + "\"}}")
                .withStatus(400);
    }

    private ProviderBuilder<?> builder(ApiFormat format) {
        return (switch (format) {
                    case CHAT -> OpenAiChat.builder("m");
                    case MESSAGES -> AnthropicMessages.builder("m");
                    case OLLAMA -> OllamaChat.builder("m");
                    case BEDROCK -> BedrockConverse.builder("m", "eu-central-1");
                    case GEMINI -> GeminiGenerateContent.builder("m");
                    case RESPONSES -> OpenAiResponses.builder("m");
                })
                .id("p")
                .apiKey(Secret.of(new char[] {'k'}))
                .baseUrl(server.address().toString());
    }

    private static Function<ServerRequest, ServerResponse> script(ApiFormat format) {
        return switch (format) {
            case CHAT -> OpenAiChatScript.create().says("Hello").repeats();
            case MESSAGES -> AnthropicScript.create().says("Hello").repeats();
            case OLLAMA ->
                request -> ServerResponse.of("application/x-ndjson", OLLAMA.getBytes(StandardCharsets.UTF_8));
            case BEDROCK ->
                request -> request.target().endsWith("/converse-stream")
                        ? EventStreamSamples.response(
                                "contentBlockDelta {\"delta\":{\"text\":\"Hello\"}}",
                                "messageStop {\"stopReason\":\"end_turn\"}")
                        : ServerResponse.json("{\"output\":{\"message\":{\"content\":[{\"text\":\"Hello\"}]}},"
                                + "\"stopReason\":\"end_turn\"}");
            case GEMINI ->
                request -> request.target().contains(":streamGenerateContent?alt=sse")
                        ? ServerResponse.sse(List.of(GEMINI))
                        : ServerResponse.json(GEMINI);
            case RESPONSES -> OpenAiResponsesScript.create().says("Hello").repeats();
        };
    }

    private static AiReturn ask(AiProvider provider) {
        return provider.call(AiCall.of(AiBody.of("hi"), new ModelId("p", "m")));
    }

    private List<Boolean> streamed() {
        return server.requests().stream()
                .map(request -> request.target().contains(":streamGenerateContent")
                        || request.target().endsWith("/converse-stream")
                        || request.json().at("/stream").equals(Json.of(true)))
                .toList();
    }

    @ParameterizedTest
    @Tag("SH153")
    @Tag("M6")
    @EnumSource
    void plain_asksForAWholeAnswer(ApiFormat format) {
        server.otherwise(script(format));
        try (AiProvider provider = builder(format).streaming(false).build()) {
            assertThat(ask(provider).orThrow().text()).isEqualTo("Hello");
        }
        assertThat(streamed()).containsExactly(false);
        assertThat(server.requests().get(0).header("accept")).contains("application/json");
        assertThat(server.requests().get(0).json().get("stream_options").exists())
                .isFalse();
    }

    @ParameterizedTest
    @Tag("SH35")
    @EnumSource
    void refusalToStream_isAskedAgainForAWholeAnswer_andRemembered(ApiFormat format) {
        server.answers(REFUSAL).otherwise(script(format));
        List<AiDelta> shown = new ArrayList<>();
        AiCall call = AiCall.builder(AiBody.of("hi"), new ModelId("p", "m"))
                .ids(new CallIds("s", "t", 1, "request-1"))
                .sink(shown::add)
                .build();
        try (AiProvider provider = builder(format).build()) {
            assertThat(provider.call(call).orThrow().text()).isEqualTo("Hello");
            assertThat(ask(provider).orThrow().text()).isEqualTo("Hello");
        }
        assertThat(streamed()).containsExactly(true, false, false);
        assertThat(shown.stream()
                        .filter(AiDelta.Text.class::isInstance)
                        .map(delta -> ((AiDelta.Text) delta).text())
                        .collect(Collectors.joining()))
                .isEqualTo("Hello");
        assertThat(server.requests().get(0).header("idempotency-key")).contains("request-1");
        assertThat(server.requests().get(1).header("idempotency-key")).contains("request-1-whole");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Your organization must be verified to stream this model.",
                "Unsupported value: 'stream' does not support true with this model.",
                "this server doesn't support streaming",
                "stream=true is not implemented"
            })
    void refusals_comeInManyWords(String words) {
        server.answers(refusal(words)).answers(WHOLE);
        try (AiProvider provider = builder(ApiFormat.CHAT).build()) {
            assertThat(ask(provider).isOk()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream_options is not supported", "No such model.", "The stream of thought is too long."})
    void otherErrors_areNot(String words) {
        server.answers(refusal(words)).answers(WHOLE);
        try (AiProvider provider = builder(ApiFormat.CHAT).build()) {
            assertThat(ask(provider).error().orElseThrow().category()).isEqualTo(Category.INVALID_REQUEST);
        }
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    @Tag("SH35")
    void refusalToStream_afterContent_isAnError() {
        server.answers(SseSamples.stream(
                        SseSamples.HELLO,
                        SseSamples.data("{\"error\":{\"code\":400,\"message\":\"Streaming is not supported\"}}")))
                .answers(WHOLE);
        try (AiProvider provider = builder(ApiFormat.CHAT).build()) {
            AiReturn ret = ask(provider);
            assertThat(ret.error().orElseThrow().code()).isEqualTo("no-streaming");
            assertThat(ret.interactions()).isNotEmpty();
        }
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void wholeAnswer_mayTakeLongerThanAFirstEvent() {
        VirtualClock clock = VirtualClock.create();
        CountDownLatch ready = new CountDownLatch(1);
        server.answers(WHOLE.stallsAfter(-1, ready));
        try (AiProvider provider =
                builder(ApiFormat.CHAT).streaming(false).time(clock).build()) {
            CompletableFuture<AiReturn> running =
                    CompletableFuture.supplyAsync(() -> ask(provider), task -> new Thread(task).start());
            assertThat(server.awaitRequests(1, Duration.ofMinutes(1))).isTrue();
            clock.advance(Duration.ofMinutes(9));
            ready.countDown();
            assertThat(running.orTimeout(60, TimeUnit.SECONDS).join().isOk()).isTrue();
        }
    }

    @Test
    @Tag("C40")
    void tap_seesWhatArrived() {
        server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE))
                .answers(WHOLE)
                .answers(refusal("No such model."));
        try (AiProvider provider = builder(ApiFormat.CHAT).tap(this::see).build()) {
            ask(provider);
            ask(provider);
            ask(provider);
        }
        assertThat(seen)
                .containsExactly(
                        ":" + payload(SseSamples.HELLO),
                        ":" + payload(SseSamples.STOP),
                        ":[DONE]",
                        "body:" + text(WHOLE),
                        "error:" + text(refusal("No such model.")));
    }

    @Test
    @Tag("C40")
    void tap_seesWhatARedactionLeaves_andNothingWhereItFails() {
        server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
        try (AiProvider provider = builder(ApiFormat.CHAT)
                .tap((name, bytes) -> see(name, lengthOnly(bytes)))
                .build()) {
            assertThat(ask(provider).text()).isEqualTo("Hello");
        }
        assertThat(seen).containsExactly(":" + payload(SseSamples.HELLO).length() + " bytes");
    }

    private static String payload(String event) {
        return event.substring("data: ".length()).strip();
    }

    private static byte[] lengthOnly(byte[] bytes) {
        if (new String(bytes, StandardCharsets.UTF_8).contains("stop")) {
            throw new IllegalStateException("a redaction that fails");
        }
        return (bytes.length + " bytes").getBytes(StandardCharsets.UTF_8);
    }

    private void see(String name, byte[] bytes) {
        seen.add(name + ":" + new String(bytes, StandardCharsets.UTF_8));
        bytes[0] = 'x';
    }

    private static String text(ServerResponse answer) {
        return answer.equals(WHOLE)
                ? "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}"
                : "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"No such model.\"}}";
    }
}
