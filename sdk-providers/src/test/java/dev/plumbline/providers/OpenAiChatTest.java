package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.CallRecord;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.policy.PolicyChain;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OpenAiChatTest {

    @Test
    @Tag("SH5")
    @Tag("SH22")
    void call_streams_to_the_sink_and_returns_the_fold() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(
                    SseSamples.stream(SseSamples.HELLO, SseSamples.text(" there"), SseSamples.STOP, SseSamples.DONE));
            AiReturn ret = calls.call();
            assertThat(ret.error()).isEmpty();
            assertThat(ret.text()).isEqualTo("Hello there").isEqualTo(calls.text());
            assertThat(ret.finish()).isEqualTo(FinishReason.STOP);
        }
    }

    @Test
    @Tag("SH115")
    void exchange_is_reported_with_the_bytes_of_both_ways() {
        try (ProviderFixture calls = new ProviderFixture()) {
            calls.server.answers(SseSamples.stream(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE));
            List<TelemetryEvent> events = new ArrayList<>();
            AiCall call = AiCall.builder(AiBody.of("How large?"), ModelId.parse("openai:gpt-5-mini"))
                    .observer(events::add)
                    .build();
            PolicyChain chain = PolicyChain.builder().telemetry(calls.clock).build(calls.provider);
            assertThat(chain.call(call).isOk()).isTrue();
            long sent = calls.server.requests().get(0).body().size();
            long frames = 3 * SseSamples.data("").length();
            long received = SseSamples.length(SseSamples.HELLO, SseSamples.STOP, SseSamples.DONE) - frames;
            assertThat(events)
                    .last(InstanceOfAssertFactories.type(TelemetryEvent.CallFinished.class))
                    .extracting(finished -> finished.call().traffic())
                    .isEqualTo(new CallRecord.Traffic(sent, received));
        }
    }
}
