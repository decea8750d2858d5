package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of servers that are nested deep. */
class DeepBodyTest {

    @ParameterizedTest(name = "S2 {0}: a body, whole or streamed, of {1} levels is PROTOCOL and names the limit")
    @Tag("S2")
    @DisplayName("S2 a body that is nested too deep")
    @CsvSource({
        "chat,130", "chat,250", "chat,1000000",
        "messages,130", "messages,250", "messages,1000000",
        "responses,130", "responses,250", "responses,1000000"
    })
    void body_nestedTooDeep_isProtocol(String format, int levels) {
        String json = "[".repeat(levels) + "]".repeat(levels);
        byte[] event = ("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8);
        AiError whole = error(format, ServerResponse.json(json));
        AiError streamed = error(format, ServerResponse.of("text/event-stream", event));

        assertThat(List.of(whole.category(), streamed.category())).containsOnly(AiError.Category.PROTOCOL);
        String rule = "nested " + levels + " levels deep, and JSON from outside has at most 128 levels";
        assertThat(whole.message()).contains(rule);
        // a line of a stream has a limit of its own
        assertThat(streamed.message()).contains(event.length > 8 << 20 ? "longer than" : rule);
    }

    private static AiError error(String format, ServerResponse answer) {
        return asked(format, answer).error().orElseThrow();
    }

    private static AiReturn asked(String format, ServerResponse answer) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                AiProvider provider = provider(format, server.address().toString())) {
            server.answers(answer);
            return provider.call(AiCall.builder(AiBody.of("Hi."), new ModelId(provider.id(), provider.defaultModel()))
                    .build());
        }
    }

    private static AiProvider provider(String format, String base) {
        return switch (format) {
            case "chat" -> OpenAiChat.builder("gpt-5-mini").baseUrl(base).build();
            case "messages" -> AnthropicMessages.builder("claude").baseUrl(base).build();
            default -> OpenAiResponses.builder("gpt-5-mini").baseUrl(base).build();
        };
    }
}
