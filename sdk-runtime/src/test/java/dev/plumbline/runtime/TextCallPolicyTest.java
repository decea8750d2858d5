package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tool calls that a small model writes as text. */
class TextCallPolicyTest {
    private static final String CALL = "{\"name\":\"draw\",\"arguments\":{\"x\":1}}";
    private static final ToolDefinition DRAW = new ToolDefinition(
            "draw",
            "Draws.",
            Json.parse("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"}},\"required\":[\"x\"],"
                    + "\"additionalProperties\":false}"),
            Optional.empty(),
            Set.of(),
            "");

    private final TextCallPolicy policy = new TextCallPolicy(JsonSchemas.service());

    private static AiCall call(String question) {
        return AiCall.builder(AiBody.of(question), new ModelId("ollama", "small"))
                .tools(List.of(DRAW))
                .addNote(ContextWindow.KEY, new ContextWindow(0, true))
                .build();
    }

    private List<AiDelta> read(AiCall call, String text, int piece, FinishReason end) {
        DeltaFilter filter = policy.onDeltas(call);
        List<AiDelta> out = new ArrayList<>();
        for (int at = 0; at < text.length(); at += piece) {
            filter.accept(new AiDelta.Text(text.substring(at, Math.min(text.length(), at + piece))), out::add);
        }
        filter.accept(new AiDelta.UsageReport(Usage.of(1, 1)), out::add);
        filter.accept(new AiDelta.Finish(end), out::add);
        filter.finish(out::add);
        return out;
    }

    private static String shown(List<AiDelta> deltas) {
        StringBuilder text = new StringBuilder();
        deltas.forEach(delta -> text.append(delta instanceof AiDelta.Text piece ? piece.text() : ""));
        return text.toString();
    }

    private static long calls(List<AiDelta> deltas) {
        return deltas.stream().filter(AiDelta.ToolCallPart.class::isInstance).count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CALL,
                "\n " + CALL + "\n",
                "```json\n" + CALL + "\n```",
                "```\n" + CALL + "\n```",
                "<tool_call>\n" + CALL + "\n</tool_call>",
                "{\"name\":\"draw\",\"parameters\":{\"x\":1}}"
            })
    @DisplayName(
            "R17 an answer that is nothing but the JSON of a call of an offered tool is the call; nothing is shown")
    void r17_call(String text) {
        for (int piece : new int[] {1, 3, 1_000}) {
            List<AiDelta> deltas = read(call("Draw."), text, piece, FinishReason.STOP);
            assertThat(shown(deltas)).isEmpty();
            assertThat(deltas)
                    .contains(new AiDelta.ToolCallPart(0, "", "draw", "{\"x\":1}"))
                    .contains(new AiDelta.Finish(FinishReason.TOOL_CALLS));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"delete\",\"arguments\":{\"x\":1}}",
                "{\"name\":\"draw\",\"arguments\":{\"x\":\"left\"}}",
                "{\"name\":\"draw\",\"arguments\":{\"x\":1,\"color\":\"red\"}}",
                "{\"name\":\"draw\",\"arguments\":\"{}\"}",
                "{\"name\":\"draw\",\"arguments\":{\"x\":1},\"why\":\"so\"}",
                "[{\"name\":\"draw\",\"arguments\":{\"x\":1}}]",
                "{\"name\":\"draw\"",
                "```json\n" + CALL,
                "<tool_call>" + CALL,
                "Hello."
            })
    @DisplayName("R17 any other text stays text")
    void r17_otherText(String text) {
        List<AiDelta> deltas = read(call("Draw."), text, 3, FinishReason.STOP);
        assertThat(shown(deltas)).isEqualTo(text);
        assertThat(calls(deltas)).isZero();
    }

    @Test
    @DisplayName("R17 an answer that is to be JSON, or was cut, or is of a service elsewhere, stays text")
    void r17_never() {
        AiCall asked = call("Draw.");
        List<AiCall> others = List.of(
                call("Write the JSON of a call of draw."),
                asked.toBuilder().tools(List.of()).build(),
                asked.toBuilder().outputSchema(DRAW.inputSchema()).build(),
                asked.toBuilder()
                        .addNote(ContextWindow.KEY, ContextWindow.UNKNOWN)
                        .build());
        for (AiCall other : others) {
            assertThat(shown(read(other, CALL, 5, FinishReason.STOP))).isEqualTo(CALL);
        }
        assertThat(shown(read(asked, CALL, 5, FinishReason.LENGTH))).isEqualTo(CALL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"```python\nprint(1)\n", "{x} is a set", "```json\n[1, 2", "<tool_box>", "Hello"})
    @DisplayName("R17 a text that cannot become a call is shown as it comes")
    void r17_shownAsItComes(String text) {
        DeltaFilter filter = policy.onDeltas(call("Draw."));
        List<AiDelta> out = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            filter.accept(new AiDelta.Text(text.substring(at, at + 1)), out::add);
        }
        assertThat(shown(out)).isEqualTo(text);
    }

    @Property
    @Label("R17 an answer with any other text around the call is never changed, however it is split")
    void r17_textAround(@ForAll String before, @ForAll String after, @ForAll @IntRange(min = 1, max = 9) int piece) {
        String around = before.strip().isEmpty() && after.strip().isEmpty() ? "x" + before : before;
        String text = around + CALL + after;
        List<AiDelta> deltas = read(call("Draw."), text, piece, FinishReason.STOP);
        assertThat(shown(deltas)).isEqualTo(text);
        assertThat(calls(deltas)).isZero();
    }

    /** Tools of a drawing. */
    static final class Drawing {
        final List<Integer> drawn = new CopyOnWriteArrayList<>();

        @Tool("Draws.")
        String draw(int x) {
            drawn.add(x);
            return "drawn";
        }
    }

    @Test
    @DisplayName("R18 an argument that a tool does not have is named for the model, with those that it has")
    void r18_unknownMember() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("draw", Map.of("x", 1, "color", "red", "to", 2))
                .says("Done.");
        try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .addTools(new Drawing())
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            ToolEnvelope result = session.send("Draw.").toolResults().get(0).envelope();
            assertThat(result.failure().orElseThrow().message())
                    .contains("there is no member ", "\"color\"", "\"to\"", "; the members are x")
                    .doesNotContain("/*");
        }
    }

    private static ServerResponse line(String content) {
        String text = Json.object()
                        .with("message", Json.object().with("role", "assistant").with("content", content))
                        .with("done", true)
                        .with("done_reason", "stop")
                        .text()
                + "\n";
        return ServerResponse.of("application/x-ndjson", text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("R17 with Ollama the call runs, the person sees no JSON, and the return says what was read")
    void r17_runs() {
        Drawing drawing = new Drawing();
        try (ScriptedServer server = ScriptedServer.onPort(0);
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(OllamaChat.builder("small")
                                .baseUrl(server.address().resolve("/").toString())
                                .build())
                        .addTools(drawing)
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build())) {
            server.answers(line(CALL)).answers(line("Done."));
            AiReturn ret = session.send("Draw at 1.");
            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(drawing.drawn).containsExactly(1);
            assertThat(ret.trace().table()).contains("read as the call");
            assertThat(session.body().toJson().text()).doesNotContain("\\\"arguments\\\"");
        }
    }
}
