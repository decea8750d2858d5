package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.session.ConversationSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SessionToolBatchTest {

    @Test
    @Tag("SH13")
    @Tag("SH90")
    void callsOfARound_goToTheExecutorTogetherWithHowManyMayRunAtOnce() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .says("Done.");
            SessionOptions three = SessionOptions.builder().parallelTools(3).build();

            fixture.open().send(Interaction.user("Draw."), three);

            assertThat(fixture.tools.scopes).hasSize(1);
            assertThat(fixture.tools.scopes.get(0).parallel()).isEqualTo(3);
        }
    }

    @Test
    @Tag("SH89")
    @Tag("C12")
    @Tag("C13")
    @Tag("B13")
    void outcomesInAnyOrder_areStoredInCallOrder() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw").outOfOrder();
            fixture.provider
                    .callsTool("draw", Map.of("n", 1))
                    .callsTool("draw", Map.of("n", 2))
                    .callsTool("draw", Map.of("n", 3))
                    .says("Done.");
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Draw.");

            assertThat(ret.toolResults())
                    .extracting(result -> result.envelope().result().get("n").asInt())
                    .containsExactly(1, 2, 3);
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }

    @Test
    void turnThatShouldEnd_endsWhenAllAreAnswered() {
        try (EngineFixture fixture = new EngineFixture()) {
            AiError again = AiError.of(AiError.Category.BUDGET, "same-tool-call", "again");
            fixture.tools.tool("draw", (call, scope) -> {
                scope.tell(watch -> watch.ending(again));
                return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "No.");
            });
            fixture.provider
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .says("never");
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Draw.");

            assertThat(ret.error()).contains(again);
            assertThat(ret.toolResults()).hasSize(2);
            assertThat(fixture.provider.calls()).hasSize(1);
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }

    @Test
    void executorThatNotifiesNobody_isAnsweredAllTheSame() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw").silent();
            fixture.provider.callsTool("draw", Map.of("n", 1)).says("Done.");

            List<Interaction.ToolResult> results = fixture.open().send("Draw.").toolResults();

            assertThat(results)
                    .singleElement()
                    .satisfies(r -> assertThat(r.envelope().isOk()).isTrue());
        }
    }

    @Test
    @Tag("F61")
    @DisplayName("61 a tool that calls its own session is refused with a sentence, and nothing hangs")
    void toolThatCallsItsOwnSession_isRefused() {
        try (EngineFixture fixture = new EngineFixture()) {
            AtomicReference<ConversationSession> own = new AtomicReference<>();
            AtomicReference<String> refused = new AtomicReference<>("");
            fixture.tools.tool("again", (call, scope) -> {
                try {
                    own.get().send("Once more.");
                } catch (IllegalStateException e) {
                    refused.set(e.getMessage());
                }
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("again", Map.of()).says("Done.");
            own.set(fixture.open());

            assertThat(own.get().send("Draw.").text()).isEqualTo("Done.");
            assertThat(refused.get()).contains("busy");
        }
    }
}
