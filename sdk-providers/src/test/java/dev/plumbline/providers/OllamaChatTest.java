package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ollama's own chat over HTTP. The answers are written from its documentation. */
class OllamaChatTest {
    private final ScriptedServer server = ScriptedServer.onPort(0);
    private final List<String> remarks = new ArrayList<>();
    private final OllamaChat ollama = OllamaChat.builder("qwen3")
            .baseUrl(server.address().resolve("/").toString())
            .build();

    @AfterEach
    void close() {
        ollama.close();
        server.close();
    }

    private void streams(String... lines) {
        server.answers(lines(lines));
    }

    private static ServerResponse lines(String... lines) {
        String text = String.join("\n", lines).replace('\'', '"') + "\n";
        return ServerResponse.of("application/x-ndjson", text.getBytes(StandardCharsets.UTF_8));
    }

    private AiReturn ask(AiBody body) {
        return ollama.call(AiCall.of(body, new ModelId("ollama", "qwen3")));
    }

    private Json sent(AiBody body, String model, ModelOptions options, ToolDefinition... tools) {
        return Json.parse(ollama.encode(AiCall.builder(body, new ModelId("ollama", model))
                .options(options)
                .tools(List.of(tools))
                .sink(new RemarkSink(remarks))
                .build()));
    }

    @Test
    @DisplayName("W23 lines of JSON are read as they arrive: thinking, text, calls, counts")
    void w23_lines_areRead() {
        server.answers(lines(
                        "{'model':'qwen3','message':{'role':'assistant','content':'','thinking':'They want '},'done':false}",
                        "{'message':{'role':'assistant','content':'','thinking':'walls.'},'done':false}",
                        "{'message':{'role':'assistant','content':'I draw '},'done':false}",
                        "{'message':{'role':'assistant','content':'5 m².','tool_calls':[{'function':{'name':'draw',"
                                + "'arguments':{'x':1}}},{'id':'call_9','function':{'index':1,'name':'draw',"
                                + "'arguments':{'x':2}}}]},'done':false}",
                        "{'model':'qwen3','message':{'role':'assistant','content':''},'done':true,'done_reason':'stop',"
                                + "'prompt_eval_count':11,'eval_count':7}")
                .withBytesAtOnce(7));
        AiReturn ret = ask(AiBody.of("Draw."));
        assertThat(ret.orThrow().text()).isEqualTo("I draw 5 m².");
        assertThat(ret.reasoning()).isEqualTo("They want walls.");
        assertThat(ret.toolCalls())
                .extracting(call -> call.id() + call.arguments().text())
                .containsExactly("{\"x\":1}", "call_9{\"x\":2}");
        assertThat(ret.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(ret.usage().input()).isEqualTo(11);
        assertThat(ret.usage().output()).isEqualTo(7);
        assertThat(server.requests().get(0).target()).isEqualTo("/api/chat");
        assertThat(server.requests().get(0).header("authorization")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"length,LENGTH", "stop,STOP", "load,OTHER"})
    void w23_reason(String word, FinishReason finish) {
        streams(
                "{'message':{'content':'x'},'done':false}",
                "{'message':{'content':''},'done':true,'done_reason':'" + word + "'}");
        assertThat(ask(AiBody.of("x")).finish()).isEqualTo(finish);
    }

    @Test
    void w23_cutStream_isTruncatedAndKept() {
        streams("{'message':{'content':'Half'},'done':false}");
        AiReturn ret = ask(AiBody.of("x"));
        assertThat(ret.error().orElseThrow().category()).isEqualTo(AiError.Category.TRUNCATED);
        assertThat(ret.partialText()).isEqualTo("Half");
    }

    @Test
    void w23_errorInTheStream_andErrorsOfTheServer() {
        streams(
                "{'message':{'content':'Half'},'done':false}",
                "{'error':'an error was encountered while running the model'}");
        AiReturn broken = ask(AiBody.of("x"));
        assertThat(broken.error().orElseThrow().category()).isEqualTo(AiError.Category.SERVER);
        assertThat(broken.partialText()).isEqualTo("Half");
        server.answers(
                ServerResponse.json("{\"error\":\"model 'qwen9' not found\"}").withStatus(404));
        assertThat(ask(AiBody.of("x")).error().orElseThrow().code()).isEqualTo("model_not_found");
        server.answers(ServerResponse.json("{\"error\":\"the input length exceeds the context length\"}")
                .withStatus(400));
        assertThat(ask(AiBody.of("x")).error().orElseThrow().category()).isEqualTo(AiError.Category.CONTEXT_OVERFLOW);
    }

    @Test
    @DisplayName(
            "R20 the error of a conversation that is too long names the window, for which the server is asked once")
    void r20_overflow_namesTheWindow() {
        ServerResponse tooLong = ServerResponse.json("{\"error\":\"the input length exceeds the context length\"}")
                .withStatus(400);
        server.otherwise(request -> switch (request.target()) {
            case "/api/tags" -> ServerResponse.json("{\"models\":[{\"name\":\"qwen3:latest\"}]}");
            case "/api/ps" -> ServerResponse.json("{\"models\":[{\"name\":\"qwen3:latest\",\"context_length\":4096}]}");
            default -> tooLong;
        });
        for (int i = 0; i < 2; i++) {
            assertThat(ask(AiBody.of("x")).error().orElseThrow().details()).containsEntry("window", "4096");
        }
        assertThat(server.requests()).extracting(ServerRequest::target).containsOnlyOnce("/api/tags");
        AiCall known = AiCall.of(AiBody.of("x"), new ModelId("ollama", "other"))
                .withAttribute(ContextWindow.KEY, new ContextWindow(2_000, true));
        assertThat(ollama.call(known).error().orElseThrow().details()).doesNotContainKey("window");
        assertThat(server.requests()).extracting(ServerRequest::target).containsOnlyOnce("/api/tags");
    }

    @Test
    @DisplayName("W23 a conversation that is too long is an error and is not cut silently")
    void w23_request_forbidsSilentTruncation() {
        assertThat(sent(AiBody.of("x"), "m", ModelOptions.none()).get("truncate"))
                .isEqualTo(Json.of(false));
    }

    @Test
    void w23_options_areSent() {
        ModelOptions options = ModelOptions.builder()
                .temperature(0.5)
                .maxOutputTokens(100)
                .stop("END")
                .seed(7)
                .addExtra(OllamaChat.CONTEXT_SIZE, 16_384)
                .addExtra(OllamaChat.KEEP_ALIVE, "10m")
                .addRaw("options", Json.object().with("top_k", 40))
                .build();
        AiBody body = AiBody.builder()
                .addUser("x")
                .outputSchema(Json.object().with("type", "object"))
                .build();
        Json sent = sent(body, "m", options);
        assertThat(sent.get("options"))
                .isEqualTo(Json.parse("{\"temperature\":0.5,\"num_predict\":100,\"seed\":7,\"stop\":[\"END\"],"
                        + "\"num_ctx\":16384,\"top_k\":40}"));
        assertThat(sent.get("keep_alive").asText()).isEqualTo("10m");
        assertThat(sent.at("/format/type").asText()).isEqualTo("object");
    }

    @ParameterizedTest
    @CsvSource({"gpt-oss:20b,LOW,low", "gpt-oss:20b,NONE,false", "qwen3,HIGH,true", "qwen3,NONE,false"})
    void w23_effort_isALevelOrASwitch(String model, ModelOptions.Reasoning effort, String sent) {
        Json think = sent(
                        AiBody.of("x"),
                        model,
                        ModelOptions.builder().reasoning(effort).build())
                .get("think");
        assertThat(think.text().replace("\"", "")).isEqualTo(sent);
        assertThat(sent(AiBody.of("x"), model, ModelOptions.none()).get("think").exists())
                .isFalse();
    }

    @Test
    @DisplayName("W23 over rounds, thoughts go back with their calls, and results name their tool")
    void w23_rounds_keepTheirThoughts() {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        AiBody body = AiBody.builder()
                .addSystem("Draw.")
                .addUser(Part.text("Look."), Part.image(pixel))
                .add(new Interaction.Assistant(List.of(new Part.Reasoning("Hm."))))
                .addToolCall("a", "f", Json.object().with("x", 1))
                .addToolResult("a", ToolEnvelope.ok(1).withParts(Part.image(pixel)))
                .add(new Interaction.Assistant(List.of(new Part.Reasoning("So."), Part.text("Again."))))
                .addToolCall("b", "g", Json.object())
                .addToolResult("b", ToolEnvelope.ok(2))
                .add(new Interaction.Assistant(List.of(new Part.Reasoning("Done thinking."), Part.text("Done."))))
                .addUser("And?")
                .build();
        Json messages = sent(body, "m", ModelOptions.none()).get("messages");
        assertThat(messages.at("/1/images/0").asText()).isEqualTo("AQID");
        assertThat(messages.at("/2/thinking").asText()).isEqualTo("Hm.");
        assertThat(messages.at("/2/tool_calls/0/function/arguments/x").asInt()).isEqualTo(1);
        assertThat(messages.at("/3/role").asText()).isEqualTo("tool");
        assertThat(messages.at("/3/tool_name").asText()).isEqualTo("f");
        assertThat(messages.at("/3/tool_call_id").asText()).isEqualTo("a");
        assertThat(messages.at("/4/images/0").asText()).isEqualTo("AQID");
        assertThat(messages.at("/5/thinking").asText()).isEqualTo("So.");
        assertThat(messages.at("/7/content").asText()).isEqualTo("Done.");
        assertThat(messages.at("/7/thinking").exists()).isFalse();
    }

    @Test
    void w23_toolsThatAreForced_areRemarked() {
        ToolDefinition tool = new ToolDefinition("f", "F.", Json.object(), Optional.empty(), Set.of(), "");
        ModelOptions forced = ModelOptions.builder()
                .toolChoice(ModelOptions.ToolChoice.REQUIRED)
                .build();
        assertThat(sent(AiBody.of("x"), "m", forced, tool)
                        .at("/tools/0/function/name")
                        .asText())
                .isEqualTo("f");
        assertThat(remarks).anyMatch(remark -> remark.contains("not forced"));
        ModelOptions none =
                ModelOptions.builder().toolChoice(ModelOptions.ToolChoice.NONE).build();
        assertThat(sent(AiBody.of("x"), "m", none, tool).get("tools").exists()).isFalse();
    }

    @Test
    void w23_pdf_isRefusedBeforeItIsSent() {
        AiBody body = AiBody.builder()
                .addUser(Part.text("Read."), new Part.File("a.pdf", Blob.of(new byte[] {4}, "application/pdf")))
                .build();
        AiError error = ask(body).error().orElseThrow();
        assertThat(error.code()).isEqualTo("file-type");
        assertThat(error.message()).contains("models read text;");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void w23_models_areThoseOfTheServer() {
        server.answers(ServerResponse.json("{\"models\":[{\"name\":\"qwen3:latest\",\"model\":\"qwen3:latest\","
                + "\"size\":5225388164,\"details\":{\"family\":\"qwen3\"}}]}"));
        assertThat(ollama.fetchModels())
                .extracting(ModelInfo::id)
                .containsExactly(new ModelId("ollama", "qwen3:latest"));
        assertThat(server.requests().get(0).target()).isEqualTo("/api/tags");
    }

    @Test
    @DisplayName("R16 a model that is not there: the sentence says how Ollama gets it, and speaks of no key")
    void r16_missingModel() {
        server.answers(
                ServerResponse.json("{\"error\":\"model 'qwen3' not found\"}").withStatus(404));
        AiError error = ask(AiBody.of("x")).error().orElseThrow();
        assertThat(error.userMessage()).contains("Ollama", "ollama pull qwen3").doesNotContain("key");
        assertThat(error.userMessage(Locale.GERMAN))
                .contains("ollama pull qwen3")
                .doesNotContain("Schlüssel");
    }

    @Test
    @DisplayName("R11 messages of the user that follow each other are sent as one")
    void r11_messagesAreJoined() {
        AiBody body = AiBody.builder().addUser("One?").addUser("Two?").build();
        List<Json> messages =
                sent(body, "m", ModelOptions.none()).get("messages").elements();
        assertThat(messages).hasSize(1);
        assertThat(messages.get(0).get("content").asText()).isEqualTo("One?\n\nTwo?");
    }

    @Test
    @DisplayName("R29 facts are words of the user behind a message, and part of the one system message in front of all")
    void r29_factsAreInTheMessage() {
        Interaction.Context facts = new Interaction.Context(Map.of("walls", Json.of(3)));
        AiBody body = AiBody.builder()
                .addSystem("You draw.")
                .add(new Interaction.Summary("A plan was drawn."))
                .addUser("How many?")
                .add(facts)
                .build();
        List<Json> messages =
                sent(body, "m", ModelOptions.none()).get("messages").elements();
        assertThat(messages)
                .extracting(message -> message.get("role").asText() + ": "
                        + message.get("content").asText())
                .containsExactly(
                        "system: You draw.\n\nSummary of the conversation so far:\nA plan was drawn.",
                        "user: How many?\n\nFrom the program, not from the user. Facts, as JSON:\n{\"walls\":3}");
    }
}
