package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MetricsDocTest {
    @Test
    void numbersAndPage_areThoseOfTheSession() {
        try (AiRuntime ai = AiRuntime.of(ScriptedProvider.create().says("CANARY"))) {
            ConversationSession session = ai.session(AiBody.builder().build());
            session.send("Hello.");
            assertThat(MetricsExamples.numbers(ai, session)).matches("[1-9]\\d* tokens, \\d+ a second, 0 tools failed");
            assertThat(MetricsExamples.page(ai, session))
                    .contains("\"turns\":[{\"took\"", "<body class=\"report lengths\">")
                    .doesNotContain("CANARY");
        }
    }

    @Test
    void meters_areThereWhileTheRuntimeIs() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        AiRuntime ai =
                MetricsExamples.measured(ScriptedProvider.create().says("a"), meters, ObservationRegistry.create());
        ai.send("Hello.");
        assertThat(meters.get("gen_ai.client.operation.duration").timer().count())
                .isEqualTo(1);
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(meters.getMeters()).isEmpty();
    }
}
