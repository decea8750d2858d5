package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.FinishReason;
import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import dev.plumbline.providers.format.ProviderMembers;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.internal.DecoderReplay;
import dev.plumbline.providers.internal.RecordedResponses;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members that only a provider understands travel back to it, also through the stored form of a conversation. */
class ProviderMembersTest {

    /** Law: what is sent next holds every member of the recorded answer that only its provider understands. */
    @ParameterizedTest
    @MethodSource("dev.plumbline.providers.RecordedResponse#all")
    @DisplayName("W1 unknown members of calls, messages and blocks travel back to the provider they came from,"
            + " also through the stored form")
    void w1_everyOpaqueMemberOfARecording_isSentBack(RecordedResponse recording) {
        requireAllSent(recording);
    }

    static void requireAllSent(RecordedResponse recording) {
        AiReturn answer = fold(recording);
        if (answer.error().isPresent()) {
            return;
        }
        Json sent = next(form(recording), "scripted", answer);
        assertThat(OpaqueMembers.pairs(sent)).containsAll(OpaqueMembers.of(recording));
    }

    static List<RecordedResponse> answersOfBlocks() {
        return RecordedResponse.all().stream()
                .filter(recording -> Set.of(ApiFormat.MESSAGES, ApiFormat.RESPONSES)
                        .contains(RecordedResponses.format(recording.folder(), recording.file())))
                .filter(recording -> {
                    AiReturn answer = fold(recording);
                    return answer.error().isEmpty() && answer.finish() != FinishReason.LENGTH;
                })
                .toList();
    }

    /** Law: the next request has the blocks of the recorded answer, one by one, as the service's own client sends them. */
    @ParameterizedTest(name = "W37 {0}")
    @MethodSource("answersOfBlocks")
    void w37_blocksOfARecording_goBackInTheirOrder(RecordedResponse recording) {
        Json sent = next(form(recording), "scripted", fold(recording));
        assertThat(AnswerBlocks.sent(sent).stream().map(Json::canonical))
                .containsExactlyElementsOf(AnswerBlocks.received(recording).stream()
                        .map(Json::canonical)
                        .toList());
        assertThat(answersOfBlocks()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @MethodSource("dev.plumbline.providers.RecordedResponse#all")
    void w1_noOtherProvider_getsThem(RecordedResponse recording) {
        AiReturn answer = fold(recording);
        if (answer.error().isPresent()) {
            return;
        }
        Json sent = next(form(recording), "other", answer);
        Set<String> kept = OpaqueMembers.pairs(sent);
        assertThat(OpaqueMembers.signatures(recording)).noneMatch(kept::contains);
    }

    @Test
    void w1_thoughtSignature_goesBackWithItsCall() {
        // Quoted from vercel/ai, packages/openai-compatible/src/chat/openai-compatible-chat-language-model.test.ts.
        String stream = SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null,"
                        + "\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":"
                        + "\"f\",\"arguments\":\"\"},\"extra_content\":{\"google\":{\"thought_signature\":"
                        + "\"<Signature A>\"}}}]}}]}")
                + SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":"
                        + "{\"arguments\":\"{}\"}}]}}]}")
                + SseSamples.data(
                        "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"call_2\","
                                + "\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}");
        AiReturn answer = chat(stream);
        assertThat(answer.toolCalls()).hasSize(2);
        Json calls = next(RequestRoundTrip.ALL.get(0), "scripted", answer).at("/messages/1/tool_calls");
        assertThat(calls.at("/0/extra_content/google/thought_signature").asText())
                .isEqualTo("<Signature A>");
        assertThat(calls.at("/1/extra_content").exists()).isFalse();
    }

    @Test
    void w1_membersThatComeLate_stayWithTheirCall() {
        String stream = SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":["
                        + "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
                        + "{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]}}]}")
                + SseSamples.data("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":["
                        + "{\"index\":0,\"signature\":\"late\"}]},\"finish_reason\":\"tool_calls\"}]}");
        Json calls = next(RequestRoundTrip.ALL.get(0), "scripted", chat(stream)).at("/messages/1/tool_calls");
        assertThat(calls.at("/0/signature").asText()).isEqualTo("late");
        assertThat(calls.at("/1/signature").exists()).isFalse();
    }

    @Test
    void w1_storedMembers_replaceNothingOfOurs() {
        Json data = ProviderMembers.data(
                ProviderMembers.Kind.CALL, Json.object().with("id", "x").with("mine", 1));
        AiBody body = AiBody.builder()
                .addUser("x")
                .add(new Interaction.ToolCall("call_1", "f", Json.object()))
                .add(new Interaction.Assistant(List.of(new Part.Opaque("scripted", data))))
                .addToolResult("call_1", ToolEnvelope.ok(1))
                .build();
        Json sent = Json.parse(RequestRoundTrip.ALL.get(0).encode(AiCall.of(body, new ModelId("scripted", "m"))));
        assertThat(sent.at("/messages/1/tool_calls/0/id").asText()).isEqualTo("call_1");
        assertThat(sent.at("/messages/1/tool_calls/0/mine").asInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("W4 the phase of a message goes back, and two messages are two")
    void w4_phase_isSentBack_andTwoMessagesAreTwo() {
        String stream = item(0, "commentary", "I look at the plan.")
                + item(1, "final_answer", "Five walls.")
                + SseSamples.data("{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"object\":\"response\","
                        + "\"status\":\"completed\",\"output\":[]}}");
        AiReturn answer = new DecoderReplay("scripted", ApiFormat.RESPONSES, DeltaSink.DISCARDING)
                .events(List.of(stream.getBytes(StandardCharsets.UTF_8)));
        assertThat(answer.text()).isEqualTo("I look at the plan.\n\nFive walls.");
        Json input = next(new RequestRoundTrip(ApiFormat.RESPONSES, ServerDialect.OPENAI), "scripted", answer)
                .get("input");
        assertThat(input.at("/1/phase").asText()).isEqualTo("commentary");
        assertThat(input.at("/1/content").asText()).isEqualTo("I look at the plan.");
        assertThat(input.elements().stream()
                        .filter(item -> item.get("phase").equals(Json.of("final_answer")))
                        .map(item -> item.get("content").asText())
                        .toList())
                .containsExactly("Five walls.");
    }

    /** Returns the events of a message with a phase. */
    private static String item(int index, String phase, String text) {
        String message =
                "\"type\":\"message\",\"id\":\"msg_" + index + "\",\"role\":\"assistant\",\"phase\":\"" + phase + "\"";
        return SseSamples.data("{\"type\":\"response.output_item.added\",\"output_index\":" + index + ",\"item\":{"
                        + message + ",\"status\":\"in_progress\",\"content\":[]}}")
                + SseSamples.data("{\"type\":\"response.output_text.delta\",\"output_index\":" + index
                        + ",\"content_index\":0,\"item_id\":\"msg_" + index + "\",\"delta\":\"" + text + "\"}")
                + SseSamples.data("{\"type\":\"response.output_item.done\",\"output_index\":" + index + ",\"item\":{"
                        + message + ",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":\""
                        + text
                        + "\",\"annotations\":[]}]}}");
    }

    /** Returns the request that follows a recorded answer, to the model that gave it. */
    static Json next(RecordedResponse recording) {
        AiReturn answer = fold(recording);
        RequestRoundTrip form = form(recording);
        boolean details = new String(recording.wire(), StandardCharsets.UTF_8).contains("\"reasoning_details\"");
        RequestRoundTrip same =
                form.isChat() && !details ? new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.of("compatible")) : form;
        return next(same, "scripted", answer.model().name(), answer);
    }

    private static AiReturn fold(RecordedResponse recording) {
        ApiFormat format = RecordedResponses.format(recording.folder(), recording.file());
        DecoderReplay replay = new DecoderReplay("scripted", format, DeltaSink.DISCARDING);
        return recording.isStream()
                ? replay.events(List.of(recording.wire()))
                : replay.body(recording.wire(), recording.status());
    }

    private static AiReturn chat(String stream) {
        return new DecoderReplay("scripted", ApiFormat.CHAT, DeltaSink.DISCARDING)
                .events(List.of(stream.getBytes(StandardCharsets.UTF_8)));
    }

    private static RequestRoundTrip form(RecordedResponse recording) {
        return switch (RecordedResponses.format(recording.folder(), recording.file())) {
            case CHAT -> new RequestRoundTrip(ApiFormat.CHAT, ServerDialect.of("openrouter"));
            case MESSAGES -> new RequestRoundTrip(ApiFormat.MESSAGES, ServerDialect.ANTHROPIC);
            case OLLAMA -> new RequestRoundTrip(ApiFormat.OLLAMA, ServerDialect.OLLAMA);
            case BEDROCK -> new RequestRoundTrip(ApiFormat.BEDROCK, ServerDialect.BEDROCK);
            case GEMINI -> new RequestRoundTrip(ApiFormat.GEMINI, ServerDialect.GEMINI);
            case RESPONSES -> new RequestRoundTrip(ApiFormat.RESPONSES, ServerDialect.OPENAI);
        };
    }

    /** What the next request of a conversation says, after the conversation was stored and read. */
    private static Json next(RequestRoundTrip form, String origin, AiReturn answer) {
        return next(form, origin, "claude-opus-4-8", answer);
    }

    private static Json next(RequestRoundTrip form, String origin, String model, AiReturn answer) {
        AiBody.Builder body = AiBody.builder().addUser("x").addAll(answer.interactions());
        answer.toolCalls().forEach(call -> body.addToolResult(call.id(), ToolEnvelope.ok(1)));
        String stored = body.addUser("y").build().toJson().text();
        String from = stored.replace("\"provider\":\"scripted\"", "\"provider\":\"" + origin + "\"");
        return Json.parse(form.encode(AiCall.of(AiBody.from(Json.parse(from)), new ModelId("scripted", model))));
    }
}
