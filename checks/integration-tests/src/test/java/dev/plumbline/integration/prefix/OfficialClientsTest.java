package dev.plumbline.integration.prefix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions.PromptCacheHint;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.AnthropicMessages;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The judges of this package judge, and what they say of the members that came with bound thinking. */
class OfficialClientsTest {
    private static final Json REQUEST = Json.parse("""
            {"model":"claude-haiku-5-5","max_tokens":100,"messages":[{"role":"user","content":"?"}],
             "thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}}}""");

    private static Json json(String text) {
        return Json.parse(text);
    }

    @Test
    @DisplayName("P1 the client for betas knows block_binding, and the other one does not")
    void p1_blockBinding() {
        assertThat(OfficialClients.objections(REQUEST, true)).isEmpty();
        assertThat(OfficialClients.objections(REQUEST, false)).containsExactly("request.thinking.block_binding");
    }

    @Test
    @DisplayName("P1 the judges find unknown members and values at any depth")
    void p1_judges() {
        Json unknown = json(REQUEST.text().replace("drop_block\"", "drop_block\",\"also\":1"));
        Json value = json(REQUEST.text().replace("drop_block", "drop_all"));
        Json marked = json("""
                {"model":"claude-haiku-5-5","max_tokens":100,"messages":[{"role":"user","content":[
                 {"type":"text","text":"?","cache_control":{"type":"ephemeral","ttl":"2h"}}]}]}""");

        assertThat(OfficialClients.objections(unknown, true)).containsExactly("request.thinking.blockBinding.also");
        assertThat(OfficialClients.objections(value, true))
                .singleElement()
                .asString()
                .contains("drop_all");
        assertThat(OfficialClients.objections(marked, false))
                .singleElement()
                .asString()
                .contains("2h");
    }

    @Test
    @DisplayName("P8 P13 what a conversation sends is what the service documents, member by member")
    void p8_p13_shape() {
        Json sent = sent(AiCall.builder(
                        AiBody.builder().addSystem("You draw.").addUser("?").build(),
                        new ModelId("anthropic", "claude-haiku-5-5"))
                .tools(List.of(new ToolDefinition(
                        "draw", "Draws.", Json.object().with("type", "object"), Optional.empty(), Set.of(), "")))
                .options(ModelOptions.builder()
                        .toolChoice(ModelOptions.ToolChoice.NONE)
                        .maxOutputTokens(100)
                        .addExtra(AnthropicMessages.DROP_CHANGED_THINKING, true)
                        .build())
                .build()
                .withAttribute(PromptCacheHint.KEY, PromptCacheHint.ofConversation(PromptCacheHint.Retention.LONG)));

        // as in the examples of "Prompt caching", "Preserved thinking" and "Define tools" of Anthropic's documentation
        assertThat(sent.canonical()).isEqualTo(json("""
                                        {"model":"claude-haiku-5-5","max_tokens":100,"stream":true,
                                         "thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},
                                         "tools":[{"name":"draw","description":"Draws.","input_schema":{"properties":{},"type":"object"}}],
                                         "tool_choice":{"type":"none"},
                                         "system":[{"type":"text","text":"You draw.",
                                          "cache_control":{"type":"ephemeral","ttl":"1h"}}],
                                         "messages":[{"role":"user","content":[{"type":"text","text":"?",
                                          "cache_control":{"type":"ephemeral","ttl":"1h"}}]}]}""").canonical());
        assertThat(OfficialClients.objections(sent, true)).isEmpty();
    }

    private static Json sent(AiCall call) {
        try (AnthropicMessages provider = AnthropicMessages.builder()
                .apiKey(Secret.of("key".toCharArray()))
                .build()) {
            return Json.parse(provider.encode(call));
        }
    }

    /** With the members of answers that pydantic-ai has recorded of claude-fable-5-1, and both kinds of transformations. */
    @Test
    @DisplayName("P1 P9 answers with input_transformations and cache writes are as the clients know them")
    void p1_p9_answers() {
        Json claude = json("""
                {"id":"msg_1","type":"message","role":"assistant","model":"claude-fable-5-1",
                 "content":[{"type":"thinking","thinking":"","signature":"c2ln"},{"type":"text","text":"!"}],
                 "stop_details":null,"stop_reason":"end_turn","stop_sequence":null,
                 "input_transformations":[
                  {"type":"thinking_dropped","path":"messages.1.content.0","reason":"organization_binding_mismatch"},
                  {"type":"thinking_mismatch_allowed","path":"messages.3.content.0","reason":"prefix_binding_mismatch"}],
                 "usage":{"input_tokens":1,"output_tokens":1,"cache_read_input_tokens":2,"cache_creation_input_tokens":5,
                  "cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":3},
                  "output_tokens_details":{"thinking_tokens":0},"service_tier":"standard","inference_geo":"global"}}""");

        assertThat(OfficialClients.objectionsToAnswer(claude)).isEmpty();
    }

    /** The members, by their path, of a request that pydantic-ai has recorded, whose first answer came with 200. */
    @Test
    @DisplayName("P1 a request that sends thinking back has the members of recorded ones")
    void p1_recordedRequest() {
        Json recorded = json("""
                {"model":"claude-fable-5-1","max_tokens":100,"stream":false,"system":[{"type":"text","text":"s"}],
                 "thinking":{"block_binding":{"prefix_mismatch_behavior":"drop_block"}},
                 "messages":[{"role":"user","content":[{"type":"text","text":"?"}]},
                  {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"c2ln"},
                   {"type":"text","text":"!"}]},
                  {"role":"user","content":[{"type":"text","text":"?"}]}]}""");
        Json thinking = json("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"c2ln\"}");
        Json sent = sent(AiCall.builder(
                        AiBody.builder()
                                .addSystem("s")
                                .addUser("?")
                                .add(new Interaction.Assistant(
                                        List.of(new Part.Opaque("anthropic", thinking), Part.text("!"))))
                                .addUser("?")
                                .build(),
                        new ModelId("anthropic", "claude-fable-5-1"))
                .options(ModelOptions.builder()
                        .maxOutputTokens(100)
                        .addExtra(AnthropicMessages.DROP_CHANGED_THINKING, true)
                        .build())
                .build());

        // that client leaves out the type of thinking, which its service takes; the official clients require it
        assertThat(sent.with("stream", false).canonical())
                .isEqualTo(recorded.with("thinking", recorded.get("thinking").with("type", "adaptive"))
                        .canonical());
        assertThat(OfficialClients.objections(recorded, true)).isNotEmpty();
        assertThat(OfficialClients.objections(sent, true)).isEmpty();
    }

    @Test
    @DisplayName("P1 openai-java 4.101.0 does not know input_transformations, which its service documents")
    void p1_openAiTransformations() {
        Json gpt = json("""
                {"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"m","output":[],
                 "parallel_tool_calls":true,"tool_choice":"auto","tools":[],
                 "input_transformations":[{"id":"rs_1","reason":"prefix_mismatch"}]}""");
        assertThat(OfficialClients.objectionsOfOpenAiToAnswer(gpt)).containsExactly("answer.input_transformations");
    }
}
