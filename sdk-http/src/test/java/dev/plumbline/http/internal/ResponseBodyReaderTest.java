package dev.plumbline.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiError;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an answer is, by its declared type and by its first bytes. */
class ResponseBodyReaderTest {

    private static ServerResponse answer(String type, String text) {
        return ServerResponse.of(type, text.getBytes(StandardCharsets.UTF_8)).chunked();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "text/event-stream, 'data: end\n\n', end",
        "application/json, 'data: end\n\n', end",
        "text/plain, 'data: end\n\n', end",
        "text/plain, '\n\n: still here\n\ndata: end\n\n', end",
        "text/plain, 'event: x\ndata: end\n\n', end",
        "application/json, '{\"a\":1}', '{\"a\":1}'",
        "text/plain, '{\"a\":1}', '{\"a\":1}'",
        "text/html, '\n {\"a\":1}', '\n {\"a\":1}'",
        "application/octet-stream, '[1]', '[1]'",
        "application/json, '\n\n{\"a\":1}', '\n\n{\"a\":1}'",
        "application/json, 'nonsense', 'nonsense'"
    })
    @DisplayName("an answer that is declared to be something else is read as what it is")
    void wrongType_isReadAsWhatItIs(String type, String text, String read) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = TransportFixture.to(server)) {
            server.answers(answer(type, text));

            assertThat(wires.run()).isEmpty();
            assertThat(wires.events).containsExactly(read);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Sign in</html>", "Welcome", "date: today", "", "   "})
    @DisplayName("36 a page in place of an answer is refused by name")
    void page_isRefused(String text) {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                TransportFixture wires = TransportFixture.to(server)) {
            server.answers(answer("text/html", text));

            AiError error = wires.run().orElseThrow();
            assertThat(error.code()).isEqualTo("content-type");
            assertThat(wires.events).isEmpty();
        }
    }
}
