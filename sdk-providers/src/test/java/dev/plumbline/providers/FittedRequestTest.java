package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request fits what its service takes, or is not sent so. */
class FittedRequestTest {
    private static final Json MAP = Json.parse("{\"type\":\"object\",\"properties\":{\"counts\":{\"type\":\"object\","
            + "\"additionalProperties\":{\"type\":\"integer\"}}},\"required\":[\"counts\"],"
            + "\"additionalProperties\":false}");
    private static final Json POINT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"}},\"required\":[\"x\"],"
                    + "\"additionalProperties\":false}");
    private static final Json NODE =
            Json.parse("{\"type\":\"object\",\"properties\":{\"next\":{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}},"
                    + "\"required\":[\"next\"],\"additionalProperties\":false}");

    private static ToolDefinition tool(String name, String schema) {
        return new ToolDefinition(name, "does it", Json.parse(schema), Optional.empty(), Set.of(), "");
    }

    private static final ToolDefinition PLAIN = tool("plain", "{\"type\":\"object\",\"properties\":{}}");

    private static <P extends ProviderClient> Json request(ProviderBuilder<P> builder, AiCall.Builder call) {
        P provider =
                builder.apiKey(Secret.of(new char[] {'k'})).streaming(false).build();
        return Json.parse(new String(provider.encode(call.build()), StandardCharsets.UTF_8));
    }

    private static AiCall.Builder call(String model, Interaction... said) {
        AiBody.Builder body = AiBody.builder();
        List.of(said).forEach(body::add);
        return AiCall.builder(body.addUser("And now?").build(), new ModelId("p", model));
    }

    private static AiCall.Builder shaped(String model, Json schema) {
        return call(model).outputSchema(schema);
    }

    @Test
    void w30_aMap_isSentToOpenAiWithoutStrictness_andInWordsToAnthropic() {
        Json chat = request(OpenAiChat.builder("m"), shaped("gpt-6-luna", MAP));
        assertThat(chat.at("/response_format/json_schema/strict").asBoolean()).isFalse();
        Json responses = request(OpenAiResponses.builder("m"), shaped("gpt-6-luna", MAP));
        assertThat(responses.at("/text/format/strict").asBoolean()).isFalse();
        Json anthropic = request(AnthropicMessages.builder("m"), shaped("claude-haiku-5-5", MAP));
        assertThat(anthropic.get("output_config").exists()).isFalse();
        assertThat(anthropic.get("messages").text()).contains("JSON Schema", "counts");
        assertThat(request(OpenAiChat.builder("m"), shaped("gpt-6-luna", POINT))
                        .at("/response_format/json_schema/strict")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void w31_recursion_isSentToAnthropicInWords() {
        Json request = request(AnthropicMessages.builder("m"), shaped("claude-haiku-5-5", NODE));
        assertThat(request.get("output_config").exists() || request.get("tools").exists())
                .isFalse();
        assertThat(request(AnthropicMessages.builder("m"), shaped("claude-haiku-5-5", POINT))
                        .at("/output_config/format/schema"))
                .isEqualTo(POINT);
    }

    @Test
    void w32_anUnknownAddress_getsAStrictSchema_onlyIfEveryMemberIsRequired() {
        Json optional = POINT.without("required");
        String gateway = "https://gateway.test/v1";
        assertThat(request(OpenAiChat.builder("m").baseUrl(gateway), shaped("some-model", optional))
                        .at("/response_format/json_schema/strict")
                        .asBoolean())
                .isFalse();
        assertThat(request(OpenAiChat.builder("m").baseUrl(gateway), shaped("some-model", POINT))
                        .at("/response_format/json_schema/strict")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void w29_aSchemaBesideTools_isSentInWords_whereTheServiceTakesNoSuchThing() {
        Json groq = request(
                OpenAiChat.builder("m").dialect("groq"), shaped("m", POINT).tools(List.of(PLAIN)));
        assertThat(groq.get("response_format").exists()).isFalse();
        assertThat(groq.get("messages").text()).contains("JSON Schema");
        Json older = request(
                GeminiGenerateContent.builder("m"),
                shaped("gemini-2.5-flash", POINT).tools(List.of(PLAIN)));
        assertThat(older.at("/generationConfig/responseJsonSchema").exists()).isFalse();
        assertThat(older.get("contents").text()).contains("JSON Schema");
        for (String model : List.of("gemini-3.8-flash", "gemini-20-flash")) {
            Json newer = request(
                    GeminiGenerateContent.builder("m"), shaped(model, POINT).tools(List.of(PLAIN)));
            assertThat(newer.at("/generationConfig/responseJsonSchema").exists())
                    .isTrue();
        }
        Json alone = request(GeminiGenerateContent.builder("m"), shaped("gemini-2.5-flash", POINT));
        assertThat(alone.at("/generationConfig/responseJsonSchema").exists()).isTrue();
    }

    @Test
    void w33_oneBadTool_costsItself() {
        ToolDefinition root = tool(
                "root",
                "{\"type\":\"object\",\"anyOf\":[{\"properties\":{\"a\":{\"type\":\"string\"}}},"
                        + "{\"properties\":{\"b\":{\"type\":\"string\"}}}]}");
        ToolDefinition named = tool(
                "named",
                "{\"type\":\"object\",\"properties\":{\"$top\":{\"type\":\"integer\"}},\"required\":[\"$top\"]}");
        Json request =
                request(AnthropicMessages.builder("m"), call("claude-haiku-5-5").tools(List.of(PLAIN, root, named)));
        assertThat(request.get("tools").elements().stream()
                        .map(each -> each.get("name").asText()))
                .containsExactly("plain", "root", "named");
        assertThat(request.at("/tools/2/input_schema/properties").text())
                .contains("_top")
                .doesNotContain("$");
        assertThat(request.at("/tools/1/input_schema").text())
                .contains("\"a\"", "\"b\"")
                .doesNotContain("anyOf");
    }

    @Test
    void w33_aNameThatIsNotTaken_isThatOfTheToolAgain_inItsCalls() {
        ToolDefinition named = tool(
                "named",
                "{\"type\":\"object\",\"properties\":{\"$top\":{\"type\":\"integer\"}},\"required\":[\"$top\"]}");
        try (ScriptedServer server = ScriptedServer.onPort(0)) {
            server.otherwise(request -> ServerResponse.json("{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\","
                    + "\"model\":\"claude-haiku-5-5\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"named\","
                    + "\"input\":{\"_top\":3}}],\"stop_reason\":\"tool_use\",\"usage\":{\"input_tokens\":1,"
                    + "\"output_tokens\":1}}"));
            try (AnthropicMessages provider = AnthropicMessages.builder("claude-haiku-5-5")
                    .baseUrl(server.address().toString())
                    .streaming(false)
                    .build()) {
                AiReturn ret = provider.call(
                        call("claude-haiku-5-5").tools(List.of(named)).build());
                assertThat(ret.toolCalls())
                        .singleElement()
                        .satisfies(made -> assertThat(made.arguments().text()).isEqualTo("{\"$top\":3}"));
                Interaction made = new Interaction.ToolCall("c1", "named", Json.parse("{\"$top\":3}"));
                Interaction result = new Interaction.ToolResult("c1", ToolEnvelope.ok("done"));
                Json next = request(
                        AnthropicMessages.builder("m"),
                        call("claude-haiku-5-5", made, result).tools(List.of(named)));
                assertThat(next.at("/messages/0/content/0/input").text()).isEqualTo("{\"_top\":3}");
            }
        }
    }

    @Test
    void w35_messagesOfTheUserInARow_areOneAtLocalServers() {
        Interaction[] said = {Interaction.user("One?"), new Interaction.Assistant(List.of())};
        Json local = request(OpenAiChat.builder("m").dialect("vllm"), call("gemma", said));
        assertThat(local.get("messages").elements()).singleElement().satisfies(message -> {
            assertThat(message.get("role").asText()).isEqualTo("user");
            assertThat(message.get("content").asText()).isEqualTo("One?\n\nAnd now?");
        });
        Json service = request(OpenAiChat.builder("m"), call("gpt-6-luna", said));
        assertThat(service.get("messages").elements()).hasSizeGreaterThan(1);
    }

    private static AiCall.Builder options(String model, ModelOptions options) {
        return call(model).tools(List.of(PLAIN)).options(options);
    }

    private static final ModelOptions MUST =
            ModelOptions.builder().toolChoice(ModelOptions.ToolChoice.REQUIRED).build();

    @ParameterizedTest
    @ValueSource(strings = {"gpt-6-astra", "gpt-6.1-sol", "gpt-6.2-astra", "gpt-6.2-sol"})
    void w57_aModelThatAlwaysReasons_isNotSentNone(String model) {
        ModelOptions off =
                ModelOptions.builder().reasoning(ModelOptions.Reasoning.NONE).build();
        assertThat(request(OpenAiChat.builder("m"), call(model).options(off))
                        .get("reasoning_effort")
                        .asText())
                .isEqualTo("low");
        assertThat(request(OpenAiResponses.builder("m"), call(model).options(off))
                        .at("/reasoning/effort")
                        .asText())
                .isEqualTo("low");
        assertThatThrownBy(() -> request(OpenAiChat.builder("m"), call(model).tools(List.of(PLAIN))))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("OpenAiResponses");
        assertThat(request(OpenAiResponses.builder("m"), call(model).tools(List.of(PLAIN)))
                        .get("tools")
                        .elements())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-opus-5-5,auto",
        "claude-sonnet-5-5,auto",
        "claude-fable-5-1,auto",
        "claude-unheard-9,auto",
        "claude-haiku-5-5,any",
        "claude-opus-4-8,any",
        "claude-sonnet-5,any",
        "claude-haiku-4-5,any"
    })
    void w58_aToolIsForced_whereTheModelTakesThat(String model, String choice) {
        assertThat(request(AnthropicMessages.builder("m"), options(model, MUST))
                        .at("/tool_choice/type")
                        .asText())
                .isEqualTo(choice);
    }

    @Test
    void w59_thinkingThatCannotBeOff_isARemark_orAnErrorByTheChoiceOfTheCaller() {
        ModelOptions off =
                ModelOptions.builder().reasoning(ModelOptions.Reasoning.NONE).build();
        assertThat(request(
                                AnthropicMessages.builder("m"),
                                call("claude-sonnet-5-5").options(off))
                        .get("thinking")
                        .exists())
                .isFalse();
        assertThatThrownBy(() -> request(
                        AnthropicMessages.builder("m").failOnUnsupportedOptions(true),
                        call("claude-sonnet-5-5").options(off)))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("always thinks");
    }

    @Test
    void w60_thinkingOfNewerModels_isAskedForAsASummary() {
        ModelOptions high =
                ModelOptions.builder().reasoning(ModelOptions.Reasoning.HIGH).build();
        for (String model : List.of("claude-haiku-5-5", "claude-opus-5-5", "claude-fable-5-2")) {
            Json thinking = request(AnthropicMessages.builder("m"), call(model).options(high))
                    .get("thinking");
            assertThat(thinking.get("display").asText()).isEqualTo("summarized");
        }
        assertThat(request(
                                AnthropicMessages.builder("m"),
                                call("claude-opus-4-6").options(high))
                        .at("/thinking/display")
                        .exists())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic.claude-sonnet-4-5-v1:0,schema",
        "anthropic.claude-opus-4-8,tool",
        "anthropic.claude-haiku-5-5,tool",
        "anthropic.claude-opus-5-5,words"
    })
    void w62_aTypedAnswerAtBedrock_isAskedForAsTheModelTakesIt(String model, String how) {
        Json request = request(BedrockConverse.builder("m", "eu-central-1"), shaped(model, POINT));
        assertThat(request.get("outputConfig").exists()).isEqualTo(how.equals("schema"));
        assertThat(request.at("/toolConfig/toolChoice/tool").exists()).isEqualTo(how.equals("tool"));
        assertThat(request.get("messages").text().contains("JSON Schema")).isEqualTo(how.equals("words"));
    }

    private static AiCall.Builder effort(String model, ModelOptions.Reasoning effort) {
        return call(model).options(ModelOptions.builder().reasoning(effort).build());
    }

    /** The first two rows are of a recorded 400: "Supported levels: high, low, max, medium". */
    @ParameterizedTest
    @CsvSource({
        "claude-opus-4-6,EXTRA_HIGH,high",
        "claude-opus-4-6,MAX,max",
        "claude-opus-4-8,EXTRA_HIGH,xhigh",
        "claude-sonnet-5-5,MAX,max"
    })
    void w61_effortOfClaude_isOneThatItTakes(String model, ModelOptions.Reasoning effort, String word) {
        assertThat(request(AnthropicMessages.builder("m"), effort(model, effort))
                        .at("/output_config/effort")
                        .asText())
                .isEqualTo(word);
        assertThat(request(BedrockConverse.builder("m", "eu-central-1"), effort("eu.anthropic." + model, effort))
                        .at("/additionalModelRequestFields/output_config/effort")
                        .asText())
                .isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({
        "gpt-5,MAX,high",
        "gpt-5,NONE,minimal",
        "gpt-5.1,EXTRA_HIGH,high",
        "gpt-5.2,EXTRA_HIGH,xhigh",
        "gpt-5.5,MAX,xhigh",
        "gpt-6-luna,MAX,max",
        "gpt-6-astra,NONE,low",
        "o3,EXTRA_HIGH,high",
        "a-model-of-tomorrow,MAX,high"
    })
    void w61_effortOfOpenAi_isOneThatItTakes(String model, ModelOptions.Reasoning effort, String word) {
        assertThat(request(OpenAiResponses.builder("m"), effort(model, effort))
                        .at("/reasoning/effort")
                        .asText())
                .isEqualTo(word);
        assertThat(request(OpenAiChat.builder("m"), effort(model, effort))
                        .get("reasoning_effort")
                        .asText())
                .isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({"NONE,none", "LOW,high", "MAX,high"})
    void w61_whatIsOn_isNeverSentAsOff(ModelOptions.Reasoning effort, String word) {
        assertThat(request(OpenAiChat.mistral("m"), effort("magistral-medium", effort))
                        .get("reasoning_effort")
                        .asText())
                .isEqualTo(word);
    }

    @Test
    void w61_anotherEffort_isRemarked() {
        AiCall call = effort("gpt-5.1", ModelOptions.Reasoning.MAX).build();
        assertThatThrownBy(() -> OpenAiResponses.builder("m")
                        .apiKey(Secret.of(new char[] {'k'}))
                        .failOnUnsupportedOptions(true)
                        .build()
                        .encode(call))
                .isInstanceOf(AiException.class)
                .hasMessageContaining("reasoning MAX is sent as high: this model takes none, low, medium, high");
    }
}
