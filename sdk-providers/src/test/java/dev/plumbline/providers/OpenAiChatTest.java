package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.FinishReason;
import org.junit.jupiter.api.Test;

class OpenAiChatTest {

    @Test
    void call_streams_to_the_sink_and_returns_the_fold() {
        try (Calls calls = new Calls()) {
            calls.server.answers(Streams.stream(Streams.HELLO, Streams.text(" there"), Streams.STOP, Streams.DONE));
            AiReturn ret = calls.call();
            assertThat(ret.error()).isEmpty();
            assertThat(ret.text()).isEqualTo("Hello there").isEqualTo(calls.text());
            assertThat(ret.finish()).isEqualTo(FinishReason.STOP);
        }
    }
}
