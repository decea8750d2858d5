package dev.plumbline.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenAiResponsesScriptTest {
    private final OpenAiResponsesScript script = OpenAiResponsesScript.create();
    private final ScriptClient client = new ScriptClient(script);

    @AfterEach
    void closeServer() {
        client.close();
    }

    @Test
    void items_streamInOrderAndTheEndHoldsThemAll() throws Exception {
        script.reasons("first the wall, then", "enc==").saying("So ", "be it.").callsTool("draw", Map.of("m", 5));

        List<Json> events = client.events();

        assertThat(ScriptClient.joined(of(events, "response.output_text.delta"), "/delta"))
                .isEqualTo("So be it.");
        assertThat(ScriptClient.joined(of(events, "response.function_call_arguments.delta"), "/delta"))
                .isEqualTo("{\"m\":5}");
        assertThat(ScriptClient.joined(of(events, "response.reasoning_summary_text.delta"), "/delta"))
                .isEqualTo("first the wall, then");
        Json end = events.get(events.size() - 1);
        assertThat(end.get("type").asText()).isEqualTo("response.completed");
        assertThat(end.at("/response/output/0/encrypted_content").asText()).isEqualTo("enc==");
        assertThat(end.at("/response/output/2/call_id").asText()).isEqualTo("call_1");
        assertThat(of(events, "response.output_item.done"))
                .extracting(event -> event.get("item"))
                .containsExactlyElementsOf(end.at("/response/output").elements());
    }

    @Test
    void events_areNumberedFromNought() throws Exception {
        script.says("a", "b", "c");

        assertThat(client.events())
                .extracting(event -> event.get("sequence_number").asInt())
                .containsExactlyElementsOf(IntStream.range(0, 11).boxed().toList());
    }

    @Test
    void says_withoutStream_isOneResponse() throws Exception {
        script.usage(Usage.of(100, 20)
                        .withCachedInput(60)
                        .withCacheWrites(30)
                        .withLongCacheWrites(10)
                        .withReasoning(5))
                .says("a ", "wall");

        Json response = Json.parse(client.post("{\"model\":\"m\"}").body());

        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("a wall");
        assertThat(response.get("status").asText()).isEqualTo("completed");
        assertThat(response.at("/usage/input_tokens_details/cached_tokens").asInt())
                .isEqualTo(60);
        assertThat(response.at("/usage/input_tokens_details/cache_write_tokens").asInt())
                .isEqualTo(30);
        assertThat(response.at("/usage/input_tokens_details/cache_write_tokens_details")
                        .text())
                .isEqualTo("{\"ttl_30m_tokens\":20,\"ttl_12h_tokens\":10}");
        assertThat(response.at("/usage/output_tokens_details/reasoning_tokens").asInt())
                .isEqualTo(5);
    }

    @Test
    void fillsUp_isIncomplete() throws Exception {
        script.fillsUp("half");

        List<Json> events = client.events();

        Json end = events.get(events.size() - 1);
        assertThat(end.get("type").asText()).isEqualTo("response.incomplete");
        assertThat(end.at("/response/incomplete_details/reason").asText()).isEqualTo("max_output_tokens");
    }

    @Test
    void failsAfter_endsInAnErrorEvent() throws Exception {
        script.failsAfter("server_error", "half");

        assertThat(ScriptClient.types(client.events())).endsWith("error").doesNotContain("response.completed");
    }

    @Test
    void cutsAfter_hasNoEnd() throws Exception {
        ServerResponse cut = script.cutsAfter("half").stream();
        try (ScriptedServer server = ScriptedServer.onPort(0).answers(cut);
                RawClient raw = new RawClient(server.address())) {
            assertThat(raw.post(ScriptClient.STREAM).all()).contains("half").doesNotContain("response.completed");
        }
    }

    private static List<Json> of(List<Json> events, String type) {
        return events.stream()
                .filter(event -> event.get("type").asText().equals(type))
                .toList();
    }
}
