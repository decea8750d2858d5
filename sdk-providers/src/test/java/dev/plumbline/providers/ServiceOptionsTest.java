package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Options that single services have. */
class ServiceOptionsTest {
    private static final RequestRoundTrip CHAT = new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.OPENAI);
    private static final RequestRoundTrip RESPONSES = new RequestRoundTrip(ApiFormat.RESPONSES, ServerDialect.OPENAI);
    private static final RequestRoundTrip MESSAGES = new RequestRoundTrip(ApiFormat.MESSAGES, ServerDialect.ANTHROPIC);
    private static final Json CLOSED = Json.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
            + "\"required\":[\"a\"],\"additionalProperties\":false}");
    private static final Json SEARCH =
            Json.parse("[{\"type\":\"tool_search_tool_bm25_20251119\",\"name\":\"tool_search_tool_bm25\"}]");

    private final List<String> remarks = new ArrayList<>();

    private static ToolDefinition tool(String name, Json schema, String... tags) {
        return new ToolDefinition(name, "", schema, Optional.empty(), Set.of(tags), "");
    }

    private Json sent(RequestRoundTrip form, ModelOptions.Builder options, AiBody body) {
        return sent(form, "m", options, body);
    }

    private Json sent(RequestRoundTrip form, String model, ModelOptions.Builder options, AiBody body) {
        AiCall call = AiCall.builder(body, new ModelId("scripted", model))
                .options(options.build())
                .tools(List.of(tool("closed", CLOSED, "deferred"), tool("open", CLOSED.without("required"))))
                .sink(new RemarkSink(remarks))
                .build();
        return Json.parse(form.encode(call));
    }

    @Test
    @DisplayName("W24 prompt cache key, verbosity and allowed tools are sent to OpenAI")
    void w24_optionsOfOpenAi() {
        ModelOptions.Builder options = ModelOptions.builder()
                .addExtra(OpenAiResponses.PROMPT_CACHE_KEY, "plan-1")
                .addExtra(OpenAiResponses.VERBOSITY, "low")
                .addExtra(OpenAiResponses.ALLOWED_TOOLS, Json.of(List.of("closed")));
        Json chat = sent(CHAT, options, AiBody.of("hi"));
        assertThat(chat.get("prompt_cache_key").asText()).isEqualTo("plan-1");
        assertThat(chat.get("verbosity").asText()).isEqualTo("low");
        assertThat(chat.at("/tool_choice/allowed_tools/tools/0/function/name").asText())
                .isEqualTo("closed");
        assertThat(chat.get("tools").elements()).hasSize(2);
        Json responses = sent(RESPONSES, options, AiBody.of("hi"));
        assertThat(responses.get("prompt_cache_key").asText()).isEqualTo("plan-1");
        assertThat(responses.at("/text/verbosity").asText()).isEqualTo("low");
        assertThat(responses.get("tool_choice"))
                .isEqualTo(Json.parse("{\"type\":\"allowed_tools\",\"mode\":\"auto\","
                        + "\"tools\":[{\"type\":\"function\",\"name\":\"closed\"}]}"));
        assertThat(remarks).isEmpty();
        assertThat(sent(MESSAGES, options, AiBody.of("hi")).get("verbosity").exists())
                .isFalse();
        assertThat(remarks).hasSize(3).allMatch(remark -> remark.contains("is not sent"));
    }

    @Test
    @DisplayName("N36 a remark names the options that were set and are not sent, and no other")
    void n36_remark_namesWhatWasSet() {
        sent(RESPONSES, "gpt-5.5", ModelOptions.builder().temperature(0), AiBody.of("hi"));
        sent(RESPONSES, "gpt-5.5", ModelOptions.builder().temperature(0).topP(0.5), AiBody.of("hi"));
        sent(CHAT, "gpt-5.5", ModelOptions.builder().topP(0.5), AiBody.of("hi"));
        sent(RESPONSES, "gpt-5.5", ModelOptions.builder().maxOutputTokens(9), AiBody.of("hi"));
        assertThat(remarks)
                .filteredOn(remark -> remark.contains("when it reasons"))
                .containsExactly(
                        "temperature is not sent: not taken by this model when it reasons",
                        "temperature and topP are not sent: not taken by this model when it reasons",
                        "topP is not sent: not taken by this model when it reasons");
    }

    @Test
    @DisplayName("N36 a remark says that topP is not sent beside a temperature, which is sent alone")
    void n36_topPBesideATemperature_isRemarked() {
        Json alone = sent(MESSAGES, "claude-haiku-4-5", ModelOptions.builder().topP(0.5), AiBody.of("hi"));
        assertThat(alone.get("top_p").asDouble()).isEqualTo(0.5);
        assertThat(remarks).isEmpty();
        ModelOptions.Builder both = ModelOptions.builder().temperature(0.3).topP(0.5);
        Json sent = sent(MESSAGES, "claude-haiku-4-5", both, AiBody.of("hi"));
        assertThat(sent.get("temperature").asDouble()).isEqualTo(0.3);
        assertThat(sent.get("top_p").exists()).isFalse();
        assertThat(remarks).containsExactly("topP is not sent beside a temperature");
    }

    @Test
    @DisplayName("W24 a tool is strict if the service takes its schema as a strict one")
    void w24_strictTools() {
        ModelOptions.Builder options = ModelOptions.builder().addExtra(OpenAiResponses.STRICT_TOOLS, true);
        Json chat = sent(CHAT, options, AiBody.of("hi"));
        assertThat(chat.at("/tools/0/function/strict").asBoolean()).isTrue();
        assertThat(chat.at("/tools/1/function/strict").exists()).isFalse();
        assertThat(remarks).singleElement().asString().contains("open is not strict");
        Json responses = sent(RESPONSES, options, AiBody.of("hi"));
        assertThat(responses.at("/tools/0/strict").asBoolean()).isTrue();
        assertThat(responses.at("/tools/1/strict").asBoolean()).isFalse();
        Json messages = sent(MESSAGES, options, AiBody.of("hi"));
        assertThat(messages.at("/tools/0/strict").asBoolean()).isTrue();
        assertThat(messages.at("/tools/1/strict").asBoolean()).isTrue();
    }

    @Test
    @DisplayName("W24 tools of the service are sent, and tools may wait until the model searches for them")
    void w24_serverToolsAndDeferredTools() {
        ModelOptions.Builder options = ModelOptions.builder().addExtra(AnthropicMessages.SERVER_TOOLS, SEARCH);
        Json messages = sent(MESSAGES, options, AiBody.of("hi"));
        assertThat(messages.at("/tools/0")).isEqualTo(SEARCH.elements().get(0));
        assertThat(messages.at("/tools/1/defer_loading").asBoolean()).isTrue();
        assertThat(messages.at("/tools/2/defer_loading").exists()).isFalse();
        Json responses = sent(RESPONSES, options, AiBody.of("hi"));
        assertThat(responses.at("/tools/1/defer_loading").asBoolean()).isTrue();
        assertThat(sent(MESSAGES, ModelOptions.builder(), AiBody.of("hi"))
                        .at("/tools/0/defer_loading")
                        .exists())
                .isFalse();
    }

    @Test
    @DisplayName("W24 documents are cited on request, and files of the service are sent by their id")
    void w24_citationsAndFiles() {
        Json file = Json.parse("{\"type\":\"document\",\"source\":{\"type\":\"file\",\"file_id\":\"file_1\"}}");
        Blob text = Blob.of("walls".getBytes(StandardCharsets.UTF_8), "text/plain");
        AiBody body = AiBody.builder()
                .add(new Interaction.User(List.of(
                        new Part.File("walls.txt", text),
                        new Part.Opaque("scripted", file),
                        new Part.Opaque("elsewhere", file))))
                .build();
        Json messages = sent(MESSAGES, ModelOptions.builder().addExtra(AnthropicMessages.CITATIONS, true), body);
        Json content = messages.at("/messages/0/content");
        assertThat(content.at("/0/citations/enabled").asBoolean()).isTrue();
        assertThat(content.at("/1")).isEqualTo(file);
        assertThat(content.elements()).hasSize(2);
        assertThat(sent(MESSAGES, ModelOptions.builder(), body)
                        .at("/messages/0/content/0/citations")
                        .exists())
                .isFalse();
        Json byId = Json.parse("{\"type\":\"input_file\",\"file_id\":\"file_1\"}");
        AiBody asked = AiBody.builder()
                .add(new Interaction.User(List.of(Part.text("Read it."), new Part.Opaque("scripted", byId))))
                .build();
        assertThat(sent(RESPONSES, ModelOptions.builder(), asked).at("/input/0/content/1"))
                .isEqualTo(byId);
    }

    @Test
    @DisplayName("W24 context editing and compaction are members of one's own")
    void w24_contextEditing() {
        Json edits =
                Json.parse("{\"edits\":[{\"type\":\"clear_tool_uses_20250919\"},{\"type\":\"compact_20260112\"}]}");
        Json messages = sent(MESSAGES, ModelOptions.builder().addRaw("context_management", edits), AiBody.of("hi"));
        assertThat(messages.get("context_management")).isEqualTo(edits);
    }
}
