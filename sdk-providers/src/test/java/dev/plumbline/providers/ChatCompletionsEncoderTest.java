package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.providers.anthropic.AnthropicEncoder;
import dev.plumbline.providers.anthropic.AnthropicVersion;
import dev.plumbline.providers.chat.ChatCompletionsEncoder;
import dev.plumbline.providers.format.RequestEncoder;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.responses.OpenAiResponsesEncoder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatCompletionsEncoderTest {
    private static final ModelId MODEL = ModelId.parse("openai:gpt-5-mini");
    private static final Json SCHEMA = Json.parse(
            "{\"type\":\"object\",\"properties\":{\"width\":{\"type\":\"number\"},\"area\":{\"type\":\"number\"}},"
                    + "\"required\":[\"width\",\"area\"],\"additionalProperties\":false}");

    private static String encode(String dialect, AiCall call) {
        return new String(
                new ChatCompletionsEncoder("openai", ServerDialect.of(dialect)).encode(call), StandardCharsets.UTF_8);
    }

    private static Json messages(List<Interaction> interactions) {
        AiCall call = AiCall.of(AiBody.builder().addAll(interactions).build(), MODEL);
        return Json.parse(encode("openai", call)).get("messages");
    }

    private static Json golden(String name) throws IOException {
        try (InputStream in = ChatCompletionsEncoderTest.class.getResourceAsStream("/requests/" + name)) {
            return Json.parse(in.readAllBytes());
        }
    }

    private static AiCall everything() {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        AiBody body = AiBody.builder()
                .addSystem("You draw floor plans.")
                .addContext("units", "mm")
                .addContext("scale", 50)
                .addUser(Part.text("What is this?"), Part.image(pixel))
                .addAssistant("Let me look.")
                .addToolCall("call_1", "measure", Json.parse("{\"wall\":\"w1\"}"))
                .addToolCall("call_2", "render", Json.object())
                .addToolResult("call_1", ToolEnvelope.ok(4200))
                .addToolResult("call_2", ToolEnvelope.ok("drawn").withParts(Part.image(pixel)))
                .addAssistant("A wall of 4.2 m.")
                .add(new Interaction.Summary("They measured a wall."))
                .addUser("And the area?")
                .outputSchema(SCHEMA)
                .build();
        ToolDefinition measure = new ToolDefinition(
                "measure",
                "Measures a wall.",
                Json.parse(
                        "{\"type\":\"object\",\"properties\":{\"wall\":{\"type\":\"string\"},\"at\":{\"type\":\"string\"}}}"),
                Optional.empty(),
                Set.of("read-only"),
                "");
        ModelOptions options = ModelOptions.builder()
                .temperature(0.2)
                .topP(0.9)
                .maxOutputTokens(500)
                .reasoning(ModelOptions.Reasoning.LOW)
                .seed(7)
                .stop("END", "STOP")
                .toolChoice(ModelOptions.ToolChoice.REQUIRED)
                .addExtra(OpenAiChat.SERVICE_TIER, "flex")
                .build();
        return AiCall.builder(body, MODEL)
                .tools(List.of(measure))
                .options(options)
                .build();
    }

    @Test
    @Tag("SH54")
    @Tag("SH108")
    @Tag("SH111")
    void call_with_everything_encodes_to_the_golden_request() throws IOException {
        assertThat(encode("openai", everything()))
                .isEqualTo(golden("everything.json").text());
    }

    @Test
    void plain_call_encodes_to_the_golden_request() throws IOException {
        assertThat(encode("openai", AiCall.of(AiBody.of("Hello"), MODEL)))
                .isEqualTo(golden("plain.json").text());
    }

    @Test
    void local_server_gets_the_names_it_knows() throws IOException {
        assertThat(encode("ollama", everything()))
                .isEqualTo(golden("ollama.json").text());
    }

    @Test
    void option_a_server_does_not_know_leaves_a_remark() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            ModelOptions options = ModelOptions.builder()
                    .addExtra(OpenAiChat.SERVICE_TIER, "flex")
                    .build();
            assertThat(calls.provider
                            .call(calls.question().withOptions(options))
                            .isOk())
                    .isTrue();
            assertThat(calls.notes).containsExactly("service_tier is not sent to a compatible server");
            assertThat(calls.server.requests().get(0).json().get("service_tier").exists())
                    .isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-5-mini,minimal",
        "gpt-5,minimal",
        "openai/gpt-5-nano,minimal",
        "gpt-5.1,none",
        "gpt-5.2,none",
        "o4-mini,low",
        "openai/gpt-oss-120b,low",
        "qwen3:8b,none"
    })
    void no_reasoning_is_said_in_the_models_own_word(String model, String word) {
        AiCall call = AiCall.of(AiBody.of("Hello"), new ModelId("openai", model))
                .withOptions(ModelOptions.builder()
                        .reasoning(ModelOptions.Reasoning.NONE)
                        .build());
        assertThat(Json.parse(encode("openai", call)).get("reasoning_effort").asText())
                .isEqualTo(word);
    }

    @Test
    void words_and_calls_of_one_answer_are_one_message() {
        Json messages = messages(List.of(
                Interaction.user("x"),
                new Interaction.Assistant(List.of(Part.text("a"))),
                new Interaction.ToolCall("1", "f", Json.object()),
                new Interaction.Assistant(List.of(Part.text("b"))),
                new Interaction.ToolCall("2", "f", Json.object()),
                new Interaction.ToolResult("1", ToolEnvelope.ok(1)),
                new Interaction.ToolResult("2", ToolEnvelope.ok(2))));
        assertThat(messages.elements())
                .extracting(message -> message.get("role").asText())
                .containsExactly("user", "assistant", "tool", "tool");
        assertThat(messages.at("/1/content").asText()).isEqualTo("ab");
        assertThat(messages.at("/1/tool_calls").elements()).hasSize(2);
    }

    @Test
    void two_answers_in_a_row_stay_two_messages() {
        Json messages = messages(List.of(
                new Interaction.Assistant(List.of(Part.text("a"))),
                new Interaction.Assistant(List.of(Part.text("b")))));
        assertThat(messages.elements()).hasSize(2);
    }

    @Test
    void arguments_that_never_parsed_are_sent_as_json() {
        Json messages = messages(List.of(
                new Interaction.ToolCall("1", "f", Json.of("{\"x\":")),
                new Interaction.ToolResult("1", ToolEnvelope.failed(ToolEnvelope.Code.INVALID_ARGUMENTS, "no JSON"))));
        assertThat(messages.at("/0/tool_calls/0/function/arguments").asText())
                .isEqualTo("{\"unparsed\":\"{\\\"x\\\":\"}");
        assertThat(messages.at("/0/content").kind()).isEqualTo(Json.Kind.NULL);
    }

    @Test
    void opaque_data_goes_back_to_its_own_provider_only() {
        Json details = Json.parse("[{\"type\":\"reasoning.text\",\"text\":\"hm\",\"signature\":\"s\"}]");
        List<Interaction> transcript = List.of(
                Interaction.user("x"),
                new Interaction.Assistant(List.of(
                        new Part.Reasoning("hm"), new Part.Opaque("mine", details), new Part.Opaque("other", details))),
                new Interaction.Assistant(List.of(new Part.Text("a"), new Part.Refusal("b"))));
        AiCall call = AiCall.of(AiBody.builder().addAll(transcript).build(), MODEL);
        Json mine = Json.parse(new ChatCompletionsEncoder("mine", ServerDialect.of("openrouter")).encode(call))
                .get("messages");
        assertThat(mine.at("/1/reasoning_details")).isEqualTo(details);
        assertThat(mine.at("/2/content").asText()).isEqualTo("ab");
        Json openai = Json.parse(new ChatCompletionsEncoder("mine", ServerDialect.OPENAI).encode(call))
                .get("messages");
        assertThat(openai.elements()).hasSize(2);
    }

    @Test
    @Tag("SH81")
    void media_of_every_kind_have_their_form() {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part.Audio(Blob.of(new byte[] {1}, "audio/mpeg")));
        parts.add(new Part.File("plan.pdf", Blob.of(new byte[] {2}, "application/pdf")));
        assertThat(messages(List.of(new Interaction.User(parts))).at("/0/content"))
                .isEqualTo(
                        Json.parse("[{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"AQ==\",\"format\":\"mp3\"}},"
                                + "{\"type\":\"file\",\"file\":{\"filename\":\"plan.pdf\","
                                + "\"file_data\":\"data:application/pdf;base64,Ag==\"}}]"));
    }

    /** What tools were written as is kept with the conversation; other tools, or as many of other names, are written anew. */
    @Test
    void tools_ofTheRequestBefore_areTakenOverOnlyWhenTheyAreTheSame() {
        AiBody body = AiBody.of("Draw.");
        List<ToolDefinition> two = List.of(tool("measure"), tool("draw"));
        List<List<ToolDefinition>> requests =
                List.of(two, two, List.of(tool("erase"), two.get(1)), List.of(two.get(0)), List.of(), two);
        List<Supplier<RequestEncoder>> formats = List.of(
                () -> new ChatCompletionsEncoder("openai", ServerDialect.of("openai")),
                () -> new OpenAiResponsesEncoder("openai", ServerDialect.OPENAI),
                () -> new AnthropicEncoder("anthropic", AnthropicVersion.FIRST, ServerDialect.ANTHROPIC));
        for (Supplier<RequestEncoder> format : formats) {
            RequestEncoder encoder = format.get();
            for (List<ToolDefinition> tools : requests) {
                AiCall call = AiCall.builder(body, MODEL).tools(tools).build();
                byte[] sent = encoder.encode(call, true);
                assertThat(sent).isEqualTo(format.get().encode(call, true));
                assertThat(Json.parse(sent).get("tools").exists()).isEqualTo(!tools.isEmpty());
            }
        }
    }

    private static ToolDefinition tool(String name) {
        return new ToolDefinition(name, "Does it.", SCHEMA, Optional.empty(), Set.of(), "");
    }
}
