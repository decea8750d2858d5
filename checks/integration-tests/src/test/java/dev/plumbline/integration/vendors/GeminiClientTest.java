package dev.plumbline.integration.vendors;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.genai.Client;
import com.google.genai.JsonSerializable;
import com.google.genai.ResponseStream;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.GenerationConfig;
import com.google.genai.types.HttpOptions;
import com.google.genai.types.Tool;
import com.google.genai.types.ToolConfig;
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
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.GeminiGenerateContent;
import dev.plumbline.testkit.laws.AiArbitraries;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Google's own Java client: what we send is of its types without a loss, and what it reads is what we read. The answers
 * are written from the service's documentation.
 */
class GeminiClientTest {
    private static final Json SCHEMA = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
            + "\"required\":[\"a\"],\"additionalProperties\":false}");

    private static Json sent(AiCall call) {
        try (GeminiGenerateContent gemini = GeminiGenerateContent.builder("m")
                .id("scripted")
                .apiKey(Secret.of("k".toCharArray()))
                .build()) {
            return Json.parse(gemini.encode(call));
        }
    }

    private static AiCall call(List<Interaction> transcript, String model, ModelOptions options) {
        return AiCall.builder(
                        AiBody.builder().addAll(transcript).outputSchema(SCHEMA).build(),
                        new ModelId("scripted", model))
                .options(options)
                .tools(List.of(new ToolDefinition("draw", "Draws.", SCHEMA, Optional.empty(), Set.of(), "")))
                .build();
    }

    /**
     * Fails if the client's types lose or change anything: a member that they do not know does not come back. The text
     * that stands for a signature is no base64, and the client, whose signatures are bytes, cannot hold it.
     */
    private static void requireOfItsTypes(Json sent) {
        Json request = Json.parse(sent.text().replace("skip_thought_signature_validator", "c2tpcA=="));
        request.get("contents").elements().forEach(content -> same(content, Content.class));
        same(request.get("generationConfig"), GenerationConfig.class);
        request.get("tools").elements().forEach(tool -> same(tool, Tool.class));
        if (request.get("systemInstruction").exists()) {
            same(request.get("systemInstruction"), Content.class);
        }
        if (request.get("toolConfig").exists()) {
            same(request.get("toolConfig"), ToolConfig.class);
        }
        assertThat(request.fields().keySet())
                .isSubsetOf("contents", "generationConfig", "tools", "systemInstruction", "toolConfig");
    }

    private static <T extends JsonSerializable> void same(Json sent, Class<T> type) {
        String read = JsonSerializable.fromJsonString(sent.text(), type).toJson();
        assertThat(withoutValues(Json.parse(read))).isEqualTo(withoutValues(sent));
    }

    /**
     * Empties arguments and results, which may be any JSON: the client reads their decimals as floating-point numbers and
     * drops their nulls.
     */
    private static Json withoutValues(Json json) {
        if (json.kind() == Json.Kind.ARRAY) {
            return Json.of(json.elements().stream()
                    .map(GeminiClientTest::withoutValues)
                    .toList());
        }
        if (json.kind() != Json.Kind.OBJECT) {
            return json;
        }
        Json all = Json.object();
        for (Map.Entry<String, Json> member : json.fields().entrySet()) {
            boolean any = member.getKey().equals("args") || member.getKey().equals("response");
            all = all.with(member.getKey(), any ? Json.object() : withoutValues(member.getValue()));
        }
        return all;
    }

    @Property(tries = 200)
    @Label("W22 every transcript is a request of the types of Google's client, without a loss")
    void w22_everyTranscript_isOfTheClientsTypes(
            @ForAll("transcripts") List<Interaction> transcript,
            @ForAll("models") String model,
            @ForAll("options") ModelOptions options) {
        requireOfItsTypes(sent(call(transcript, model, options)));
    }

    @Provide
    Arbitrary<List<Interaction>> transcripts() {
        return AiArbitraries.transcripts().filter(items -> !items.isEmpty());
    }

    @Provide
    Arbitrary<String> models() {
        return Arbitraries.of("gemini-2.5-pro", "gemini-2.0-flash", "gemini-3.8-flash", "gemini-3.1-pro-preview");
    }

    @Provide
    Arbitrary<ModelOptions> options() {
        return Arbitraries.of(ModelOptions.Reasoning.values())
                .flatMap(effort -> Arbitraries.of(ModelOptions.ToolChoice.values())
                        .map(choice -> ModelOptions.builder()
                                .reasoning(effort)
                                .toolChoice(choice)
                                .temperature(0.5)
                                .topP(0.9)
                                .maxOutputTokens(5_000)
                                .stop("END")
                                .seed(7)
                                .build()));
    }

    @Example
    void w22_requestWithEverything_isOfTheClientsTypes() {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        Json signature = Json.object()
                .with("members_of", "call")
                .with("members", Json.object().with("thoughtSignature", "c2ln"));
        List<Interaction> transcript = List.of(
                new Interaction.System("You draw."),
                Interaction.user("Look."),
                new Interaction.ToolCall("call_1", "draw", Json.object().with("a", "b")),
                new Interaction.Assistant(List.of(new Part.Opaque("scripted", signature))),
                new Interaction.ToolResult("call_1", ToolEnvelope.ok(1).withParts(Part.image(pixel))),
                new Interaction.Assistant(List.of(
                        new Part.Opaque(
                                "scripted",
                                Json.parse("{\"executableCode\":{\"language\":\"PYTHON\",\"code\":\"1\"}}")),
                        Part.text("Drawn."))),
                Interaction.user("And now?"));
        ModelOptions options = ModelOptions.builder()
                .reasoning(ModelOptions.Reasoning.HIGH)
                .addExtra(GeminiGenerateContent.STRICT_TOOLS, true)
                .addExtra(GeminiGenerateContent.ALLOWED_TOOLS, Json.of(List.of("draw")))
                .addExtra(GeminiGenerateContent.SERVER_TOOLS, Json.parse("[{\"googleSearch\":{}}]"))
                .build();
        Json request = sent(call(transcript, "gemini-3.8-flash", options));
        assertThat(request.text()).contains("c2ln");
        requireOfItsTypes(request);
    }

    @Property(tries = 40)
    @Label("W22 Google's client reads an answer as we do, streamed or whole")
    void w22_answer_isReadAsTheClientReadsIt(@ForAll boolean streamed, @ForAll("answers") List<String> responses) {
        try (ScriptedServer server = ScriptedServer.onPort(0);
                GeminiGenerateContent gemini = GeminiGenerateContent.builder("m")
                        .baseUrl(server.address().resolve("/v1beta").toString())
                        .apiKey(Secret.of("k".toCharArray()))
                        .streaming(streamed)
                        .build()) {
            List<String> sent = streamed ? responses : responses.subList(responses.size() - 1, responses.size());
            server.otherwise(request -> streamed ? ServerResponse.sse(sent) : ServerResponse.json(sent.get(0)));
            AiReturn ours = gemini.call(AiCall.of(AiBody.of("Draw a wall."), new ModelId("gemini", "m")));
            assertThat(ours.isOk()).isTrue();
            List<GenerateContentResponse> theirs = theirs(server, streamed);
            assertThat(ours.text()).isEqualTo(text(theirs, false));
            assertThat(ours.reasoning()).isEqualTo(text(theirs, true));
            assertThat(ours.toolCalls().stream()
                            .map(call -> call.name() + call.arguments().canonical()))
                    .containsExactlyElementsOf(calls(theirs));
            assertThat(server.requests().get(0).target())
                    .isEqualTo(server.requests().get(1).target());
        }
    }

    @Provide
    Arbitrary<List<String>> answers() {
        Arbitrary<String> parts = Arbitraries.of(
                "{\"text\":\"A wall of 5 m² 😀.\"}",
                "{\"text\":\"They want walls.\",\"thought\":true}",
                "{\"text\":\"Look: \",\"thoughtSignature\":\"c2ln\"}",
                "{\"functionCall\":{\"id\":\"a\",\"name\":\"draw\",\"args\":{\"x\":1,\"y\":[true,null]}},"
                        + "\"thoughtSignature\":\"c2ln\"}",
                "{\"functionCall\":{\"name\":\"measure\",\"args\":{}}}");
        return parts.list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(GeminiClientTest::responses);
    }

    private static List<String> responses(List<List<String>> all) {
        List<String> responses = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            responses.add("{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":["
                    + String.join(",", all.get(i)) + "]}"
                    + (i == all.size() - 1 ? ",\"finishReason\":\"STOP\"" : "") + ",\"index\":0}]}");
        }
        return responses;
    }

    private static List<GenerateContentResponse> theirs(ScriptedServer server, boolean streamed) {
        try (Client client = Client.builder()
                .apiKey("k")
                .vertexAI(false)
                .httpOptions(HttpOptions.builder()
                        .baseUrl(server.address().resolve("/").toString())
                        .apiVersion("v1beta")
                        .build())
                .build()) {
            if (!streamed) {
                return List.of(client.models.generateContent("m", "Draw a wall.", null));
            }
            List<GenerateContentResponse> all = new ArrayList<>();
            try (ResponseStream<GenerateContentResponse> stream =
                    client.models.generateContentStream("m", "Draw a wall.", null)) {
                stream.forEach(all::add);
            }
            return all;
        }
    }

    private static List<com.google.genai.types.Part> parts(List<GenerateContentResponse> responses) {
        return responses.stream()
                .flatMap(response -> response.candidates().orElseThrow().get(0).content().stream())
                .flatMap(content -> content.parts().orElse(List.of()).stream())
                .toList();
    }

    private static String text(List<GenerateContentResponse> responses, boolean thought) {
        StringBuilder text = new StringBuilder();
        for (com.google.genai.types.Part part : parts(responses)) {
            if (part.thought().orElse(false) == thought) {
                text.append(part.text().orElse(""));
            }
        }
        return text.toString();
    }

    private static List<String> calls(List<GenerateContentResponse> responses) {
        return parts(responses).stream()
                .flatMap(part -> part.functionCall().stream())
                .map(GeminiClientTest::call)
                .toList();
    }

    private static String call(FunctionCall call) {
        return call.name().orElseThrow() + Json.of(call.args().orElse(Map.of())).canonical();
    }
}
