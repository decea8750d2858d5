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
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests one conversation with everything in it, as each format and dialect sends it. */
class GoldenRequestTest {
    private static final RequestRoundTrip MESSAGES = new RequestRoundTrip(ApiFormat.MESSAGES, ServerDialect.ANTHROPIC);
    private static final RequestRoundTrip RESPONSES = new RequestRoundTrip(ApiFormat.RESPONSES, ServerDialect.OPENAI);
    private static final Json SCHEMA =
            Json.parse("{\"type\":\"object\",\"properties\":{\"area\":{\"type\":\"number\"}},"
                    + "\"required\":[\"area\"],\"additionalProperties\":false}");

    private static String golden(String name) throws IOException {
        try (InputStream in = GoldenRequestTest.class.getResourceAsStream("/requests/" + name + ".json")) {
            return Json.parse(in.readAllBytes()).text();
        }
    }

    private static RequestRoundTrip form(String format, String dialect) {
        return new RequestRoundTrip(ApiFormat.valueOf(format), ServerDialect.of(dialect));
    }

    private static AiCall everything(RequestRoundTrip form, String model, ModelOptions options) {
        Blob pixel = Blob.of(new byte[] {1, 2, 3}, "image/png");
        AiBody body = AiBody.builder()
                .addSystem("You draw floor plans.")
                .addContext("units", "mm")
                .addUser(
                        Part.text("What is this?"),
                        Part.image(pixel),
                        new Part.File("plan.pdf", Blob.of(new byte[] {4}, "application/pdf")))
                .add(new Interaction.Assistant(List.of(
                        new Part.Reasoning("They want walls."),
                        new Part.Opaque("scripted", form.opaque("MINE")),
                        new Part.Opaque("elsewhere", form.opaque("THEIRS")),
                        Part.text("Let me look."))))
                .addToolCall("call_1", "measure", Json.parse("{\"wall\":\"w1\"}"))
                .addToolCall("call_2", "ren der", Json.of("{\"x\":"))
                .addToolResult("call_1", ToolEnvelope.ok(4200).withParts(Part.image(pixel)))
                .addToolResult("call_2", ToolEnvelope.failed(ToolEnvelope.Code.TOOL_NOT_FOUND, "no such tool"))
                .addAssistant("A wall of 4.2 m.")
                .add(new Interaction.Summary("They measured a wall."))
                .addUser("And the area?")
                .outputSchema(SCHEMA)
                .build();
        ToolDefinition measure = new ToolDefinition(
                "measure",
                "Measures a wall.",
                Json.parse("{\"type\":\"object\",\"properties\":{\"wall\":{\"type\":\"string\"}}}"),
                Optional.empty(),
                Set.of("read-only"),
                "");
        return AiCall.builder(body, new ModelId("scripted", model))
                .tools(List.of(measure))
                .options(options)
                .build()
                .withFacts(new Interaction.Context(Map.of("clock", Json.of(8))));
    }

    private static ModelOptions options() {
        return ModelOptions.builder()
                .temperature(0.2)
                .maxOutputTokens(5000)
                .reasoning(ModelOptions.Reasoning.LOW)
                .seed(7)
                .stop("END")
                .toolChoice(ModelOptions.ToolChoice.REQUIRED)
                .build();
    }

    @ParameterizedTest
    @Tag("SH5")
    @Tag("SH68")
    @Tag("SH171")
    @CsvSource({
        "CHAT,mistral,mistral-small-latest",
        "CHAT,deepseek,deepseek-v4-flash",
        "CHAT,openrouter,openai/gpt-5.2",
        "CHAT,azure,gpt-5.2",
        "CHAT,vllm,qwen3",
        "MESSAGES,anthropic,claude-sonnet-5",
        "RESPONSES,openai,gpt-5.2"
    })
    void call_with_everything_encodes_to_the_golden_request(String format, String dialect, String model)
            throws IOException {
        RequestRoundTrip form = form(format, dialect);
        AiCall call = everything(form, model, options());
        AiCall marked = call.withAttribute(
                PromptCacheHint.KEY, PromptCacheHint.ofConversation(PromptCacheHint.Retention.SHORT));
        assertThat(new String(form.encode(marked), StandardCharsets.UTF_8))
                .isEqualTo(golden(format.toLowerCase(Locale.ROOT) + "-" + dialect));
    }

    private static Json messages(String model, ModelOptions options) {
        return Json.parse(MESSAGES.encode(everything(MESSAGES, model, options)));
    }

    @Test
    @Tag("SH68")
    void older_model_thinks_by_tokens_and_gives_its_shape_as_a_tool_call() {
        ModelOptions options =
                ModelOptions.builder().reasoning(ModelOptions.Reasoning.MEDIUM).build();
        Json shaped = messages("claude-sonnet-4-20250514", options);
        assertThat(shaped.get("thinking").exists()).isFalse();
        assertThat(shaped.at("/tool_choice/type").asText()).isEqualTo("any");
        assertThat(shaped.at("/tools/1/input_schema")).isEqualTo(SCHEMA);
        assertThat(shaped.get("output_config").exists()).isFalse();
        Json thinking = messages("claude-haiku-4-5", options);
        assertThat(thinking.at("/thinking/budget_tokens").asInt()).isEqualTo(8192);
        assertThat(thinking.get("max_tokens").asInt()).isEqualTo(16_384 + 8192);
        assertThat(thinking.at("/output_config/format/schema")).isEqualTo(SCHEMA);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-3-haiku-20240307,4096",
        "claude-3-5-sonnet-latest,8192",
        "claude-opus-4-20250514,16384",
        "claude-opus-9,16384"
    })
    void longest_answer_comes_from_the_data_when_nobody_says_it(String model, int tokens) {
        assertThat(messages(model, ModelOptions.none()).get("max_tokens").asInt())
                .isEqualTo(tokens);
    }

    @Test
    void sampling_a_model_does_not_take_is_left_out() {
        ModelOptions warm = ModelOptions.builder().temperature(1.5).topP(0.5).build();
        assertThat(messages("claude-opus-4-8", warm).get("temperature").exists())
                .isFalse();
        assertThat(messages("claude-haiku-4-5", warm).get("temperature").asDouble())
                .isEqualTo(1);
        assertThat(messages("claude-haiku-4-5", warm).get("top_p").exists()).isFalse();
    }

    @Test
    @Tag("SH57")
    void at_most_four_places_are_marked_and_the_last_ones_count() {
        AiCall call = everything(MESSAGES, "claude-sonnet-5", ModelOptions.none());
        AiCall marked = call.withAttribute(
                PromptCacheHint.KEY,
                new PromptCacheHint(true, List.of(0, 1, 2, 3, 4, 5, 6, 99, -1), PromptCacheHint.Retention.LONG));
        String sent = new String(MESSAGES.encode(marked), StandardCharsets.UTF_8);
        assertThat(sent.split("\"cache_control\":\\{\"type\":\"ephemeral\",\"ttl\":\"1h\"}", -1))
                .hasSize(5);
    }

    @Test
    @Tag("SH179")
    void server_keeps_nothing_unless_configured() {
        ModelOptions stored =
                ModelOptions.builder().addExtra(OpenAiResponses.STORE, true).build();
        Json plain = Json.parse(RESPONSES.encode(everything(RESPONSES, "gpt-4o", ModelOptions.none())));
        assertThat(plain.get("store").asBoolean()).isFalse();
        assertThat(plain.get("include").exists()).isFalse();
        assertThat(Json.parse(RESPONSES.encode(everything(RESPONSES, "gpt-4o", stored)))
                        .get("store")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void reasoning_that_led_to_nothing_is_not_sent_back() {
        AiBody body = AiBody.builder()
                .addUser("x")
                .add(new Interaction.Assistant(List.of(new Part.Opaque("scripted", RESPONSES.opaque("ALONE")))))
                .addUser("y")
                .build();
        byte[] sent = RESPONSES.encode(AiCall.of(body, ModelId.parse("scripted:gpt-5")));
        assertThat(new String(sent, StandardCharsets.UTF_8)).doesNotContain("ALONE");
    }

    @Test
    void mistral_wants_a_word_between_a_result_and_a_user() {
        AiBody body = AiBody.builder()
                .addUser("x")
                .addToolCall("call_1", "measure", Json.object())
                .addToolResult("call_1", ToolEnvelope.ok(1))
                .addUser("y")
                .build();
        Json sent = Json.parse(form("CHAT", "mistral").encode(AiCall.of(body, ModelId.parse("scripted:m"))));
        assertThat(sent.get("messages").elements())
                .extracting(message -> message.get("role").asText())
                .containsExactly("user", "assistant", "tool", "assistant", "user");
        String id = sent.at("/messages/1/tool_calls/0/id").asText();
        assertThat(id).matches("[a-zA-Z0-9]{9}");
        assertThat(sent.at("/messages/2/tool_call_id").asText()).isEqualTo(id);
        assertThat(sent.at("/messages/2/name").asText()).isEqualTo("measure");
    }
}
