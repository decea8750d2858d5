package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What providers want back: read from an answer, kept in the transcript, and sent again in its place. */
class OpaqueRoundTripTest {

    private static AiReturn recorded(String name) {
        RecordedResponse recording = RecordedResponse.of(name);
        return new DecoderReplay(
                        "scripted",
                        RecordedResponses.format(recording.folder(), recording.file()),
                        DeltaSink.DISCARDING)
                .events(List.of(recording.wire()));
    }

    private static Json next(RequestRoundTrip form, String model, AiReturn answer) {
        AiBody body = AiBody.builder()
                .addUser("x")
                .addAll(answer.interactions())
                .addUser("y")
                .build();
        return Json.parse(form.encode(AiCall.of(body, new ModelId("scripted", model))));
    }

    private static RequestRoundTrip messages() {
        return new RequestRoundTrip(ApiFormat.MESSAGES, ServerDialect.ANTHROPIC);
    }

    @Test
    void signed_thinking_goes_back_in_front_of_the_text() {
        Json blocks = next(messages(), "claude-haiku-4-5", recorded("anthropic/llma_thinking_stream.sse"))
                .at("/messages/1/content");
        assertThat(blocks.elements())
                .extracting(block -> block.get("type").asText())
                .containsExactly("thinking", "text");
        assertThat(blocks.at("/0/thinking").asText()).startsWith("The user wants two names");
        assertThat(blocks.at("/0/signature").asText()).startsWith("EuYDCmMIDBgC");
    }

    @Test
    void redacted_thinking_and_compaction_go_back_as_they_came() {
        Json blocks = next(messages(), "claude-sonnet-4-5", recorded("anthropic/pai_redacted_thinking_stream.sse"))
                .at("/messages/1/content");
        assertThat(blocks.elements())
                .extracting(block -> block.get("type").asText())
                .containsExactly("redacted_thinking", "redacted_thinking", "text");
        Json compacted = next(messages(), "claude-opus-4-7", recorded("anthropic/compaction_response.txt"))
                .at("/messages/1/content/0");
        assertThat(compacted)
                .isEqualTo(Json.parse("{\"type\":\"compaction\",\"content\":\"Earlier conversation summarized.\","
                        + "\"encrypted_content\":\"EpwBCioIDxgCEAEYASJALd_opaque_compaction_payload\"}"));
    }

    @Test
    @Tag("SH179")
    void encrypted_reasoning_goes_back_in_front_of_the_call_it_led_to() {
        RequestRoundTrip form = new RequestRoundTrip(ApiFormat.RESPONSES, ServerDialect.OPENAI);
        AiReturn answer = recorded("openai-responses/pai_streaming_usage.sse");
        AiBody body = AiBody.builder()
                .addUser("x")
                .addAll(answer.interactions())
                .addToolResult(answer.toolCalls().get(0).id(), ToolEnvelope.ok(1))
                .build();
        Json input = Json.parse(form.encode(AiCall.of(body, ModelId.parse("scripted:gpt-5"))))
                .get("input");
        assertThat(input.elements().stream().skip(1))
                .extracting(item -> item.get("type").asText())
                .containsExactly("reasoning", "function_call", "function_call_output");
        assertThat(input.at("/1/encrypted_content").asText()).startsWith("gAAAAABoyXvxI6jw");
    }

    @Test
    void reasoning_goes_back_to_deepseek_with_the_calls_it_led_to_and_only_then() {
        RecordedResponse recording = RecordedResponse.of("deepseek/pai_parallel_tools_thinking.json");
        AiReturn answer = new DecoderReplay("scripted", ApiFormat.CHAT, DeltaSink.DISCARDING)
                .body(recording.wire(), OptionalInt.empty());
        AiBody body = AiBody.builder()
                .addUser("x")
                .addAll(answer.interactions())
                .addToolResult(answer.toolCalls().get(0).id(), ToolEnvelope.ok(1))
                .addToolResult(answer.toolCalls().get(1).id(), ToolEnvelope.ok(2))
                .add(new Interaction.Assistant(
                        List.of(new dev.plumbline.body.Part.Reasoning("hm"), dev.plumbline.body.Part.text("done"))))
                .addUser("y")
                .build();
        RequestRoundTrip form = new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.DEEPSEEK);
        Json sent = Json.parse(form.encode(AiCall.of(body, ModelId.parse("scripted:deepseek-v4-flash"))));
        assertThat(sent.at("/messages/1/reasoning_content").asText()).startsWith("Great, now I have access");
        assertThat(sent.at("/messages/4/reasoning_content").exists()).isFalse();
    }

    @Test
    void thinking_parts_of_mistral_are_reasoning_and_go_back_as_parts() {
        String stream = SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"thinking\","
                        + "\"thinking\":[{\"type\":\"text\",\"text\":\"Let me \"}]}]}}]}")
                + SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"thinking\","
                        + "\"thinking\":[{\"type\":\"text\",\"text\":\"think.\"}]},{\"type\":\"text\",\"text\":\"4\"}]},"
                        + "\"finish_reason\":\"stop\"}]}");
        AiReturn answer = new DecoderReplay("scripted", ApiFormat.CHAT, DeltaSink.DISCARDING)
                .events(List.of(stream.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.reasoning()).isEqualTo("Let me think.");
        assertThat(answer.text()).isEqualTo("4");
        Json sent = next(new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.MISTRAL), "magistral-small", answer);
        assertThat(sent.at("/messages/1/content/0/thinking/0/text").asText()).isEqualTo("Let me think.");
        assertThat(sent.at("/messages/1/content/1/text").asText()).isEqualTo("4");
    }

    @Test
    void answer_in_the_shape_tool_is_text() {
        String stream = SseSamples.data(
                        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\","
                                + "\"id\":\"t\",\"name\":\"plumbline_answer\",\"input\":{}}}")
                + SseSamples.data(
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\","
                                + "\"partial_json\":\"{\\\"area\\\":20}\"}}")
                + SseSamples.data("{\"type\":\"content_block_stop\",\"index\":0}")
                + SseSamples.data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}")
                + SseSamples.data("{\"type\":\"message_stop\"}");
        AiReturn answer = new DecoderReplay("scripted", ApiFormat.MESSAGES, DeltaSink.DISCARDING)
                .events(List.of(stream.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.text()).isEqualTo("{\"area\":20}");
        assertThat(answer.toolCalls()).isEmpty();
        assertThat(answer.finish()).isEqualTo(dev.plumbline.event.FinishReason.STOP);
    }
}
