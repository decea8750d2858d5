package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of a service, with a scripted service, and waits that only count. */
class ServiceBatchTest {
    @TempDir
    private Path folder;

    private final ScriptedServer server = ScriptedServer.openAiChat();
    private final ScriptedBatches service =
            new ScriptedBatches(request -> ScriptedBatches.chat(request, "Yes to " + question(request)));
    private final List<Duration> waits = new ArrayList<>();
    private boolean cancelled;
    private RedactionOptions redaction = RedactionOptions.ofDefaults();

    ServiceBatchTest() {
        server.otherwise(service);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static String question(Json request) {
        List<Json> messages = request.at("/body/messages").elements();
        return messages.get(messages.size() - 1).get("content").asText();
    }

    private Path out() {
        return folder.resolve("out");
    }

    private void bodies(String... questions) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String question : questions) {
            lines.add(AiBody.of(question).toJson().text());
        }
        Files.write(folder.resolve("in"), lines);
    }

    private AiProvider openAi() {
        return OpenAiChat.builder("gpt-4o-mini")
                .apiKey(Secret.of("k".toCharArray()))
                .baseUrl(server.address().toString())
                .build();
    }

    private AiProvider gemini() {
        return GeminiGenerateContent.builder("gemini-3.8-flash")
                .apiKey(Secret.of("k".toCharArray()))
                .baseUrl(server.address().toString())
                .build();
    }

    private boolean run(AiProvider model) throws IOException {
        return run(model, (time, wake) -> waits.add(time));
    }

    private boolean run(AiProvider model, Wait wait) throws IOException {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .cache(DiskResponseStore.of(folder.resolve("cache")))
                .redaction(redaction)
                .build()) {
            Batch batch = ai.batch(folder.resolve("in"))
                    .withServiceBatches()
                    .withCancellation(Cancellation.create(clock(wait)));
            return (cancelled ? batch.endServiceBatches(out()) : batch.writeTo(out())).isComplete();
        }
    }

    private List<Json> results() throws IOException {
        return Files.readAllLines(out()).stream().map(Json::parse).toList();
    }

    private List<String> texts() throws IOException {
        return results().stream()
                .map(result -> result.get("line").asInt() + " "
                        + result.at("/return/text").asText())
                .sorted()
                .toList();
    }

    @Test
    @DisplayName("W25 bodies are answered by one batch, which is waited for")
    void w25_bodies_areAnsweredByABatch() throws IOException {
        service.asksUntilEnd = 3;
        bodies("one", "two");
        assertThat(run(openAi())).isTrue();
        assertThat(texts()).containsExactly("1 Yes to one", "2 Yes to two");
        assertThat(waits).hasSize(3).containsOnly(Duration.ofMinutes(1));
        assertThat(service.calls)
                .startsWith("POST /v1/files", "POST /v1/batches", "GET /v1/batches/batch_1")
                .endsWith("GET /v1/files/file-2/content");
        Json request = service.requests.get(0);
        assertThat(request.get("custom_id").asText()).isEqualTo("line-1");
        assertThat(request.get("url").asText()).isEqualTo("/v1/chat/completions");
        assertThat(request.at("/body/stream").equals(Json.of(true))).isFalse();
        assertThat(results().get(0).at("/return/usage/input").asInt()).isEqualTo(3);
        assertThat(server.requests().get(1).json().get("completion_window").asText())
                .isEqualTo("24h");
        assertThat(server.requests().get(0).header("content-type").orElse("")).startsWith("multipart/form-data");
    }

    @Test
    @DisplayName("W25 after an end of the program, what was submitted is waited for and not submitted again")
    void w25_afterACrash_nothingIsSubmittedAgain() throws IOException {
        bodies("one", "two", "three");
        service.status = "in_progress";
        assertThatThrownBy(() -> run(openAi(), (time, wake) -> {
                    throw new IllegalStateException("the program died");
                }))
                .hasMessage("the program died");
        assertThat(Files.readString(Path.of(out() + ".batches"))).doesNotContain("one");
        Files.writeString(Path.of(out() + ".batches"), "{\"batch\":\"ba", StandardOpenOption.APPEND);
        service.status = "completed";
        assertThat(run(openAi())).isTrue();
        assertThat(texts()).containsExactly("1 Yes to one", "2 Yes to two", "3 Yes to three");
        assertThat(service.calls.stream().filter(call -> call.equals("POST /v1/batches")))
                .hasSize(1);
        int before = service.calls.size();
        assertThat(run(openAi())).isTrue();
        assertThat(service.calls).hasSize(before);
    }

    @Test
    @DisplayName("W25 a value that is hidden in a batch is restored in its answer")
    void w25_redactedValue_isRestored() throws IOException {
        bodies("Write to anna.schmidt@example-firm.de");
        assertThat(run(openAi())).isTrue();
        assertThat(service.requests.toString()).doesNotContain("anna.schmidt");
        assertThat(service.requests.get(0).text()).doesNotContain("anna.schmidt");
        assertThat(texts()).containsExactly("1 Yes to Write to anna.schmidt@example-firm.de");
    }

    @Test
    void w25_cachedAnswer_isInNoBatch() throws IOException {
        bodies("one", "two");
        run(openAi());
        Files.delete(out());
        bodies("one", "two", "three");
        assertThat(run(openAi())).isTrue();
        assertThat(service.requests).hasSize(3);
        assertThat(question(service.requests.get(2))).isEqualTo("three");
        assertThat(texts()).containsExactly("1 Yes to one", "2 Yes to two", "3 Yes to three");
    }

    @Test
    @DisplayName("W25 each line of a batch has its own error, and one that expired says so")
    void w25_errors_areThoseOfTheirLines() throws IOException {
        bodies("one", "two", "three", "four");
        service.result = request -> switch (question(request)) {
            case "one" -> ScriptedBatches.chat(request, "Yes.");
            case "two" ->
                ScriptedBatches.line(request)
                        .with(
                                "response",
                                Json.parse(
                                        "{\"status_code\":400,\"body\":{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"x\"}}}"));
            case "three" ->
                ScriptedBatches.line(request)
                        .with("error", Json.parse("{\"code\":\"batch_expired\",\"message\":\"x\"}"));
            default -> Json.object().with("custom_id", "line-99");
        };
        assertThat(run(openAi())).isFalse();
        assertThat(results().stream()
                        .map(result -> result.at("/return/error").kind() == Json.Kind.OBJECT
                                ? result.at("/return/error/category").asText()
                                : "ok"))
                .containsExactly("ok", "CONTEXT_OVERFLOW", "TIMEOUT_TOTAL", "CANCELLED");
    }

    @Test
    void w25_refusedBatch_isTheErrorOfEachLine() throws IOException {
        bodies("one", "two");
        service.status = "failed";
        assertThat(run(openAi())).isFalse();
        assertThat(results())
                .hasSize(2)
                .allSatisfy(result ->
                        assertThat(result.at("/return/error/category").asText()).isEqualTo("INVALID_REQUEST"));
    }

    @Test
    void w25_otherModel_losesNoResultOfABatch() throws IOException {
        bodies("one");
        service.status = "in_progress";
        assertThatThrownBy(() -> run(openAi(), (time, wake) -> {
                    throw new IllegalStateException("the program died");
                }))
                .hasMessage("the program died");
        service.status = "completed";
        AiProvider other = OpenAiChat.builder("gpt-4o")
                .apiKey(Secret.of("k".toCharArray()))
                .baseUrl(server.address().toString())
                .build();
        assertThatThrownBy(() -> run(other)).hasMessageContaining("line 1: its batch was submitted with another");
        assertThat(Files.readString(out())).isEmpty();
        assertThat(run(openAi())).isTrue();
        assertThat(texts()).containsExactly("1 Yes to one");
    }

    @Test
    @DisplayName(
            "52 a batch with pseudonyms of a key that ended with its program says so, and one with a permanent key goes on")
    void w52_otherKey_isNamed() throws IOException {
        bodies("Write to anna.schmidt@example-firm.de");
        service.status = "in_progress";
        for (RedactionOptions each : List.of(
                RedactionOptions.ofDefaults(),
                RedactionOptions.ofDefaults().withKey(Secret.of("a key for tests, and only for them".toCharArray())))) {
            redaction = each;
            Files.deleteIfExists(Path.of(out() + ".batches"));
            assertThatThrownBy(() -> run(openAi(), (time, wake) -> {
                        throw new IllegalStateException("the program died");
                    }))
                    .hasMessage("the program died");
            service.status = "completed";
            if (each.key().isEmpty()) {
                assertThatThrownBy(() -> run(openAi()))
                        .hasMessageContaining("line 1: its batch was submitted with another")
                        .hasMessageContaining("withKey");
                service.status = "in_progress";
            }
        }
        assertThat(run(openAi())).isTrue();
        assertThat(texts()).containsExactly("1 Yes to Write to anna.schmidt@example-firm.de");
        assertThat(Files.readString(Path.of(out() + ".batches"))).doesNotContain("anna");
    }

    @Test
    void w25_cancelledBatch_givesWhatIsFinished() throws IOException {
        bodies("one", "two");
        service.status = "in_progress";
        service.result = request -> question(request).equals("one")
                ? ScriptedBatches.chat(request, "Yes.")
                : ScriptedBatches.line(request).with("error", Json.parse("{\"code\":\"batch_cancelled\"}"));
        assertThatThrownBy(() -> run(openAi(), (time, wake) -> {
                    throw new IllegalStateException("the program died");
                }))
                .hasMessage("the program died");
        bodies("one", "two", "three");
        cancelled = true;
        assertThat(run(openAi())).isFalse();
        assertThat(service.calls).contains("POST /v1/batches/batch_1/cancel");
        assertThat(service.requests).hasSize(2);
        assertThat(texts()).containsExactly("1 Yes.", "2 ");
    }

    @Test
    @DisplayName("W25 Anthropic's batches are spoken in their own form")
    void w25_anthropic() throws IOException {
        bodies("one", "two", "three");
        service.result = request -> {
            String asked = request.at("/params/messages/0/content/0/text").asText();
            Json result = switch (asked) {
                case "one" ->
                    Json.parse(
                            "{\"type\":\"succeeded\",\"message\":{\"type\":\"message\",\"role\":\"assistant\",\"content\":["
                                    + "{\"type\":\"text\",\"text\":\"Yes.\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":4}}}");
                case "two" ->
                    Json.parse(
                            "{\"type\":\"errored\",\"error\":{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}}");
                default -> Json.parse("{\"type\":\"expired\"}");
            };
            return ScriptedBatches.line(request).with("result", result);
        };
        AiProvider claude = AnthropicMessages.builder("claude-haiku-4-5")
                .apiKey(Secret.of("k".toCharArray()))
                .baseUrl(server.address().toString())
                .build();
        assertThat(run(claude)).isFalse();
        assertThat(service.calls)
                .containsExactly(
                        "POST /v1/messages/batches",
                        "GET /v1/messages/batches/msgbatch_1",
                        "GET /v1/messages/batches/msgbatch_1/results");
        assertThat(service.requests.get(0).at("/params/stream").exists()).isFalse();
        assertThat(server.requests().get(0).header("x-api-key")).contains("k");
        assertThat(texts().get(0)).isEqualTo("1 Yes.");
        assertThat(results().stream()
                        .skip(1)
                        .map(result -> result.at("/return/error/category").asText()))
                .containsExactly("OVERLOADED", "TIMEOUT_TOTAL");
    }

    @Test
    @DisplayName("W25 Gemini's batches are spoken in their own form, and what expired is asked again by the next run")
    void w25_gemini() throws IOException {
        bodies("one", "two", "three");
        List<Json> submitted = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        server.otherwise(request -> {
            calls.add(request.method() + " " + request.target());
            if (request.method().equals("POST")) {
                submitted.add(request.json());
                return ServerResponse.json(
                        "{\"name\":\"batches/b1\",\"metadata\":{\"state\":\"BATCH_STATE_PENDING\"}}");
            }
            Json asked = submitted.get(submitted.size() - 1).at("/batch/inputConfig/requests/requests");
            List<Json> answers = new ArrayList<>();
            for (Json each : asked.elements()) {
                String text = each.at("/request/contents/0/parts/0/text").asText();
                Json answer = Json.object().with("metadata", each.get("metadata"));
                answers.add(
                        text.equals("two") && submitted.size() == 1
                                ? answer.with(
                                        "error",
                                        Json.parse("{\"code\":503,\"message\":\"x\",\"status\":\"UNAVAILABLE\"}"))
                                : answer.with(
                                        "response",
                                        Json.parse(
                                                "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"Yes to "
                                                        + text + "\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{"
                                                        + "\"promptTokenCount\":3,\"candidatesTokenCount\":2}}")));
            }
            return ServerResponse.json(Json.parse(
                            "{\"name\":\"batches/b1\",\"done\":true,\"metadata\":{\"state\":\"BATCH_STATE_SUCCEEDED\"}}")
                    .with(
                            "response",
                            Json.object()
                                    .with("inlinedResponses", Json.object().with("inlinedResponses", Json.of(answers))))
                    .text());
        });
        assertThat(run(gemini())).isFalse();
        assertThat(calls.get(0)).matches("POST .*/models/gemini-3.8-flash:batchGenerateContent");
        assertThat(calls.get(1)).matches("GET .*/batches/b1");
        assertThat(texts()).containsExactly("1 Yes to one", "2 ", "3 Yes to three");
        assertThat(run(gemini()))
                .as("what failed for a while is submitted again")
                .isTrue();
        assertThat(submitted).hasSize(2);
        assertThat(submitted.get(1).at("/batch/inputConfig/requests/requests").elements())
                .hasSize(1);
    }

    @Test
    void w25_manyBodies_areSeveralBatches() throws IOException {
        bodies(IntStream.range(0, 1_001).mapToObj(i -> "q" + i).toArray(String[]::new));
        assertThat(run(openAi())).isTrue();
        assertThat(service.calls.stream().filter("POST /v1/batches"::equals)).hasSize(2);
        assertThat(results()).hasSize(1_001);
    }

    @Test
    void w25_formatWithoutBatches_isRefused() {
        try (AiRuntime ai = AiRuntime.of(OllamaChat.builder("m").build())) {
            Batch batch = ai.batch(List.of(AiBody.of("one"))).withServiceBatches();
            assertThatThrownBy(() -> batch.writeTo(out())).hasMessageContaining("not for ollama");
            assertThatThrownBy(() -> batch.forEach(each -> {})).hasMessageContaining("use writeTo");
        }
    }

    private interface Wait {
        void sleep(Duration time, CountDownLatch wake) throws InterruptedException;
    }

    private static Scheduler clock(Wait wait) {
        Scheduler real = Scheduler.system(Clock.systemUTC(), Thread::new);
        return new Scheduler() {
            @Override
            public long nanoTime() {
                return real.nanoTime();
            }

            @Override
            public Instant instant() {
                return real.instant();
            }

            @Override
            public Subscription schedule(Duration delay, Runnable action) {
                return real.schedule(delay, action);
            }

            @Override
            public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
                wait.sleep(time, wake);
            }
        };
    }
}
