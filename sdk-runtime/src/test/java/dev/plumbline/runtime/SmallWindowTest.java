package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.internal.TokenEstimate;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Conversations with a model on this machine whose context window is small: nothing is set, and they go on. */
class SmallWindowTest {
    private static final int WINDOW = 2_000;
    private static final String KNOWN =
            "{\"format\":\"plumbline-models/1\",\"models\":[{\"id\":\"local:small\",\"contextTokens\":2000}]}";

    private final LocalModel model = new LocalModel();

    /** A server on this machine that refuses what is longer than its window, as Ollama and llama.cpp do. */
    private static final class LocalModel implements AiProvider {
        final List<AiCall> answered = new ArrayList<>();
        final List<AiCall> refused = new ArrayList<>();
        boolean names;

        @Override
        public String id() {
            return "local";
        }

        @Override
        public String defaultModel() {
            return "small";
        }

        @Override
        public String endpoint() {
            return "http://localhost:11434";
        }

        @Override
        public AiReturn call(AiCall call) {
            long tokens = TokenEstimate.of(call);
            if (tokens > WINDOW) {
                refused.add(call);
                AiError error = AiError.of(AiError.Category.CONTEXT_OVERFLOW, "context", "too long");
                return AiReturn.failed(names ? error.withDetail("window", String.valueOf(WINDOW)) : error);
            }
            answered.add(call);
            return AiReturn.ofText(isSummary(call) ? "They talked." : "Yes. " + "b".repeat(300))
                    .withUsage(Usage.of(tokens, 80));
        }

        private static boolean isSummary(AiCall call) {
            List<? extends Interaction> all = call.effective();
            return all.get(all.size() - 1).text().startsWith("Sum up");
        }

        long summaries() {
            return answered.stream().filter(LocalModel::isSummary).count();
        }
    }

    private AiRuntime runtime(boolean known) {
        AiRuntime.Builder builder = AiRuntime.builder().addProvider(model);
        return (known ? builder.addModels(KNOWN.getBytes(StandardCharsets.UTF_8)) : builder).build();
    }

    private void talk(AiRuntime ai) {
        try (ConversationSession session = ai.session(AiBody.builder().build())) {
            for (int i = 0; i < 40; i++) {
                AiReturn ret = session.send(i + " " + "a".repeat(500));
                assertThat(ret.error()).as("question %d", i).isEmpty();
            }
        }
    }

    @Test
    @DisplayName("R20 a conversation with a local model whose window is not known goes on after it no longer fits")
    void r20_windowUnknown() {
        try (AiRuntime ai = runtime(false)) {
            talk(ai);
        }
        assertThat(model.refused).isNotEmpty();
        assertThat(model.summaries()).isPositive();
    }

    @Test
    @DisplayName("R20 a provider that has refused a conversation and names the window refuses none after it")
    void r20_windowOfTheServer() {
        model.names = true;
        try (AiRuntime ai = runtime(false)) {
            talk(ai);
        }
        assertThat(model.refused).hasSize(1);
    }

    @Test
    @DisplayName(
            "R20 a server that has refused a conversation is asked for the window once, and Stop ends the question")
    void r20_stopEndsTheQuestionForTheWindow() {
        ServerResponse tooLong = ServerResponse.json("{\"error\":\"the input length exceeds the context length\"}")
                .withStatus(400);
        ServerResponse list = ServerResponse.json("{\"models\":[{\"name\":\"qwen3:latest\"}]}");
        try (ScriptedServer server = ScriptedServer.onPort(0)
                        .otherwise(request -> request.target().equals("/api/tags") ? list.stallsAfter(0) : tooLong);
                AiRuntime ai = AiRuntime.of(OllamaChat.builder("qwen3")
                        .baseUrl(server.address().resolve("/").toString())
                        .build());
                ConversationSession session = ai.session(AiBody.builder().build())) {
            CompletableFuture<AiReturn> turn = CompletableFuture.supplyAsync(() -> session.send("One?"));
            Await.until(
                    () -> server.requests().stream()
                            .anyMatch(request -> request.target().equals("/api/tags")),
                    () -> "the server is not asked");
            session.cancel("the user pressed Stop");
            assertThat(turn.join().error().orElseThrow().category()).isEqualTo(AiError.Category.CANCELLED);
            assertThat(Await.until(() -> server.openConnections() == 0, Duration.ofSeconds(20)))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("R21 with a window that is known, nothing is ever refused: the conversation is summarised before")
    void r21_windowKnown() {
        try (AiRuntime ai = runtime(true)) {
            talk(ai);
        }
        assertThat(model.refused).isEmpty();
        assertThat(model.summaries()).isPositive();
    }

    @Test
    @DisplayName(
            "R21 a turn with a result of a tool that does not fit any more is summarised by a part of it that fits")
    void r21_longHistoryOfAnotherModel() {
        List<Interaction> history = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            history.add(new Interaction.User(
                    List.of(Part.text("Question " + i + " " + "c".repeat(i == 4 ? 20_000 : 900)))));
            history.add(new Interaction.Assistant(List.of(Part.text("Answer " + i))));
        }
        try (AiRuntime ai = runtime(true);
                ConversationSession session =
                        ai.session(AiBody.builder().addAll(history).build())) {
            assertThat(session.send("And now?").error()).isEmpty();
        }
        try (AiRuntime ai = runtime(false);
                ConversationSession session =
                        ai.session(AiBody.builder().addAll(history).build())) {
            assertThat(session.send("And now?").error()).isEmpty();
        }
    }

    private static Part[] file() {
        byte[] text = "x".repeat(200_000).getBytes(StandardCharsets.UTF_8);
        return new Part[] {Part.text("What is wrong?"), new Part.File("server.log", Blob.of(text, "text/plain"))};
    }

    @Test
    @DisplayName(
            "R23, R25 a file that is larger than the window is not sent: its sentence names it, and all else stays")
    void r23_file() {
        try (AiRuntime ai = runtime(true);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            session.send("One?");
            session.send("Two?");
            List<? extends Interaction> before = session.body().interactions();

            AiError error = session.send(file()[0], file()[1]).error().orElseThrow();

            assertThat(error.userMessage(Locale.ENGLISH)).contains("server.log", "50000 tokens", "2000 at once");
            assertThat(error.userMessage(Locale.GERMAN)).contains("server.log", "50000 Token", "2000 auf einmal");
            assertThat(model.refused).isEmpty();
            assertThat(model.answered).hasSize(2);
            assertThat(List.copyOf(session.body().interactions())).isEqualTo(List.copyOf(before));
            assertThat(session.send("Three?").error()).isEmpty();
        }
    }

    @Test
    @DisplayName("R23 where the window is not known, the server's refusal of a large message names the message")
    void r23_refusedMessage() {
        try (AiRuntime ai = runtime(false);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            session.send("One?");

            AiError error = session.send("d".repeat(20_000)).error().orElseThrow();

            assertThat(error.userMessage(Locale.ENGLISH)).contains("This message alone is too large");
            assertThat(session.send("Two?").error()).isEmpty();
        }
    }

    @Test
    @DisplayName("R28 a fact that changes with each question does not fill a small window")
    void r28_facts() {
        AtomicInteger count = new AtomicInteger();
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addModels(KNOWN.getBytes(StandardCharsets.UTF_8))
                        .addContext("drawing", () -> count.incrementAndGet() + " " + "f".repeat(800))
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().contextFilter("*").build())) {
            for (int i = 0; i < 20; i++) {
                assertThat(session.send("q" + i).error()).as("question %d", i).isEmpty();
            }
        }
        assertThat(model.refused).isEmpty();
    }
}
