package dev.plumbline.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnthropicScriptTest {
    private final AnthropicScript script = AnthropicScript.create();
    private final ScriptClient client = new ScriptClient(script);

    @AfterEach
    void closeServer() {
        client.close();
    }

    @Test
    void blocks_streamInOrderEachBetweenStartAndStop() throws Exception {
        script.thinks("first the wall 🧱, then", "sig==")
                .saying("So ", "be it.")
                .callsTool("draw", Map.of("m", 5));

        List<Json> events = client.events();

        assertThat(ScriptClient.types(events))
                .startsWith("message_start", "content_block_start")
                .endsWith("content_block_stop", "message_delta", "message_stop");
        assertThat(ScriptClient.joined(events, "/delta/thinking")).isEqualTo("first the wall 🧱, then");
        assertThat(ScriptClient.joined(events, "/delta/signature")).isEqualTo("sig==");
        assertThat(ScriptClient.joined(events, "/delta/text")).isEqualTo("So be it.");
        assertThat(ScriptClient.joined(events, "/delta/partial_json")).isEqualTo("{\"m\":5}");
        assertThat(events.stream().filter(event -> event.get("type").asText().equals("content_block_start")))
                .extracting(event -> event.get("index").asInt()
                        + event.at("/content_block/type").asText())
                .containsExactly("0thinking", "1text", "2tool_use");
        assertThat(events.get(events.size() - 2).at("/delta/stop_reason").asText())
                .isEqualTo("tool_use");
    }

    @Test
    void usage_countsTheCacheApartFromTheInput() throws Exception {
        script.usage(Usage.of(100, 20)
                        .withCachedInput(60)
                        .withCacheWrites(30)
                        .withLongCacheWrites(10)
                        .withReasoning(5))
                .says("x");

        List<Json> events = client.events();

        assertThat(events.get(0).at("/message/usage/input_tokens").asInt()).isEqualTo(10);
        assertThat(events.get(0).at("/message/usage/cache_creation").text())
                .isEqualTo("{\"ephemeral_5m_input_tokens\":20,\"ephemeral_1h_input_tokens\":10}");
        assertThat(events.get(0).at("/message/usage/output_tokens").asInt()).isEqualTo(1);
        Json end = events.get(events.size() - 2).get("usage");
        assertThat(end.get("cache_read_input_tokens").asInt()).isEqualTo(60);
        assertThat(end.get("cache_creation_input_tokens").asInt()).isEqualTo(30);
        assertThat(end.get("output_tokens").asInt()).isEqualTo(20);
    }

    @Test
    void says_withoutStream_isOneMessage() throws Exception {
        script.thinks("hm", "s").saying("a ", "wall").callsTool("draw", Map.of("m", 5));

        Json message = Json.parse(client.post("{\"model\":\"m\"}").body());

        assertThat(message.at("/content/0/signature").asText()).isEqualTo("s");
        assertThat(message.at("/content/1/text").asText()).isEqualTo("a wall");
        assertThat(message.at("/content/2/input/m").asInt()).isEqualTo(5);
        assertThat(message.get("stop_reason").asText()).isEqualTo("tool_use");
        assertThat(message.get("model").asText()).isEqualTo("m");
    }

    @Test
    void errors_areTheServicesOwn() throws Exception {
        script.limitsRate(Duration.ofSeconds(7))
                .failsAfter("overloaded_error", "half")
                .fails(404, "not_found_error");

        HttpResponse<String> limited = client.post(ScriptClient.STREAM);
        List<Json> broken = client.events();
        HttpResponse<String> missing = client.post(ScriptClient.STREAM);

        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("retry-after")).contains("7");
        assertThat(Json.parse(limited.body()).at("/error/type").asText()).isEqualTo("rate_limit_error");
        assertThat(ScriptClient.joined(broken, "/delta/text")).isEqualTo("half");
        assertThat(broken.get(broken.size() - 1).at("/error/type").asText()).isEqualTo("overloaded_error");
        assertThat(missing.statusCode()).isEqualTo(404);
    }

    @Test
    void failsAfter_withoutStream_isAnError() throws Exception {
        script.failsAfter("api_error", "half");

        assertThat(client.post("{}").statusCode()).isEqualTo(500);
    }

    @Test
    void fillsUp_saysThatTheLimitWasReached() throws Exception {
        script.fillsUp("half");

        assertThat(ScriptClient.joined(client.events(), "/delta/stop_reason")).isEqualTo("max_tokens");
    }

    /** The bytes of an answer can be had and treated as a test likes: here they end in front of the last event. */
    @Test
    void stream_isBytesToBeCutAnywhere() throws Exception {
        ServerResponse whole = script.says("a wall").stream();
        try (ScriptedServer server = ScriptedServer.onPort(0).answers(whole.closesAfter(whole.size() - 60));
                RawClient raw = new RawClient(server.address())) {
            assertThat(raw.post(ScriptClient.STREAM).all()).contains("a wall").doesNotContain("message_stop");
        }
    }
}
