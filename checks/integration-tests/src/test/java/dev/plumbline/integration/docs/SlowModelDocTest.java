package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of docs/slow-local-model.md, with servers that have a window of 4,096 tokens. */
@Timeout(120)
class SlowModelDocTest {
    private static final String WORDS = "the wall on the left of the window is too long and the other one ".repeat(20);

    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger summaries = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();

    /** Tools of a drawing. */
    static final class Drawing {
        final List<String> walls = new CopyOnWriteArrayList<>();

        @Tool("Draws a wall.")
        String draw(String name) {
            walls.add(name);
            return "drawn";
        }
    }

    /** What a small model says, and a small server refuses. */
    private String said(String request) {
        if (request.length() / 4 > 4_096) {
            refused.incrementAndGet();
            return "";
        }
        if (request.contains("Sum up the conversation")) {
            summaries.incrementAndGet();
            return "They talked about walls.";
        }
        return request.contains("draw a wall") && !request.contains("\"tool\"")
                ? "{\"name\": \"draw\", \"arguments\": {\"name\": \"north\"}}"
                : "Yes.";
    }

    private ServerResponse ollama(ServerRequest request) {
        if (asked.incrementAndGet() == 1) {
            return ServerResponse.json("{\"error\":\"server busy, please try again\"}")
                    .withStatus(503);
        }
        String text = said(request.text());
        if (text.isEmpty()) {
            return ServerResponse.json("{\"error\":\"the input length exceeds the context length\"}")
                    .withStatus(400);
        }
        Json line = Json.object()
                .with("message", Json.object().with("role", "assistant").with("content", text))
                .with("done", true)
                .with("done_reason", "stop");
        return ServerResponse.of("application/x-ndjson", (line.text() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private ServerResponse llama(ServerRequest request) {
        String text = said(request.text());
        if (text.isEmpty()) {
            return ServerResponse.json(
                            "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context"
                                    + " size, try increasing it\",\"type\":\"exceed_context_size_error\"}}")
                    .withStatus(400);
        }
        return ServerResponse.sse(List.of(
                Json.object()
                        .with(
                                "choices",
                                List.of(Json.object()
                                        .with("index", 0)
                                        .with("delta", Json.object().with("content", text))
                                        .with("finish_reason", "stop")))
                        .text(),
                "[DONE]"));
    }

    private void goesOn(AiRuntime ai, Drawing drawing) {
        try (ConversationSession session =
                ai.session(AiBody.builder().toolFilter("*").build())) {
            assertThat(session.send("draw a wall").text()).isEqualTo("Yes.");
            assertThat(drawing.walls).containsExactly("north");
            for (int i = 0; i < 20; i++) {
                AiReturn ret = session.send(i + ": " + WORDS);
                assertThat(ret.error()).as("question %d", i).isEmpty();
            }
        }
        assertThat(summaries.get()).isPositive();
        assertThat(refused.get()).isZero();
    }

    @Test
    @DisplayName("R1 with Ollama: a busy server, a call written as text, and 20 long questions, without further code")
    void r1_ollama() {
        Drawing drawing = new Drawing();
        try (ScriptedServer server = ScriptedServer.onPort(0).otherwise(this::ollama);
                AiRuntime ai = SlowModelExamples.withOllama(
                        server.address().resolve("/").toString(), drawing)) {
            goesOn(ai, drawing);
        }
    }

    @Test
    @DisplayName("R1 with llama.cpp: a call written as text, and 20 long questions, without further code")
    void r1_llama() {
        Drawing drawing = new Drawing();
        try (ScriptedServer server = ScriptedServer.onPort(0).otherwise(this::llama);
                AiRuntime ai = SlowModelExamples.withLlama(server.address().toString(), drawing)) {
            goesOn(ai, drawing);
        }
    }
}
