package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.session.ConversationSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tool calls the host runs itself: it is shown each, and says what came of it. */
@Timeout(120)
class HostToolCallsTest {
    private final BlockingQueue<Interaction.ToolCall> shown = new LinkedBlockingQueue<>();

    private ConversationSession open(EngineFixture fixture) {
        SessionOptions returned = SessionOptions.builder().returnToolCalls(true).build();
        ConversationSession session =
                fixture.engine.open(AiBody.builder().toolFilter("*").build(), returned);
        session.observe(new ConversationObserver() {
            @Override
            public void onToolCall(Interaction.ToolCall call) {
                shown.add(call);
            }
        });
        return session;
    }

    @Test
    @Tag("SH13")
    @Tag("B7")
    void host_answersInAnyOrder_andTheModelReadsItInCallOrder() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("a", "draw", Map.of())
                    .callsTool("b", "draw", Map.of())
                    .callsTool("c", "forge", Map.of())
                    .says("Done.");
            ConversationSession session = open(fixture);
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            List<String> ids = List.of(shown.take().id(), shown.take().id());

            assertThat(session.submitToolResult("nobody", ToolEnvelope.ok(0))).isFalse();
            assertThat(session.submitToolResult(ids.get(1), ToolEnvelope.ok("second")))
                    .isTrue();
            assertThat(session.submitToolResult(ids.get(1), ToolEnvelope.ok("again")))
                    .isFalse();
            assertThat(turn).isNotDone();
            assertThat(session.submitToolResult(ids.get(0), ToolEnvelope.ok("first")))
                    .isTrue();

            AiReturn ret = turn.get(60, TimeUnit.SECONDS);
            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(ret.toolResults())
                    .extracting(Interaction.ToolResult::envelope)
                    .startsWith(ToolEnvelope.ok("first"), ToolEnvelope.ok("second"));
            assertThat(ret.toolResults().get(2).envelope().failure())
                    .map(ToolEnvelope.Failure::code)
                    .contains(ToolEnvelope.Code.TOOL_NOT_FOUND);
            assertThat(fixture.tools.ran).isEmpty();
            assertThat(session.submitToolResult(ids.get(0), ToolEnvelope.ok("late")))
                    .isFalse();
        }
    }

    @Test
    void cancel_answersWhatTheHostDidNot() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("a", "draw", Map.of()).callsTool("b", "draw", Map.of());
            ConversationSession session = open(fixture);
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            String first = shown.take().id();
            String second = shown.take().id();
            session.cancel("the host has better things to do");

            AiReturn ret = turn.get(60, TimeUnit.SECONDS);

            assertThat(ret.status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(ret.toolResults())
                    .extracting(result -> result.envelope().failure().map(ToolEnvelope.Failure::effect))
                    .allMatch(effect -> effect.equals(java.util.Optional.of(ToolEnvelope.Effect.UNKNOWN)));
            assertThat(session.submitToolResult(first, ToolEnvelope.ok(1))).isFalse();
            assertThat(session.submitToolResult(second, ToolEnvelope.ok(1))).isFalse();
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }
}
