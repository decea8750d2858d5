package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.session.ConversationSession;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TurnLimitsTest {

    @Test
    @Tag("C92")
    @DisplayName("P13 the last round of a turn declares the same tools and forbids them")
    void p13_roundsUsedUp_oneLastAnswerWithoutCalls() {
        try (EngineFixture fixture = calling(2)) {
            fixture.provider.says("That is all.");

            AiReturn ret = send(fixture, budget -> budget.withRounds(2));

            assertThat(ret.text()).isEqualTo("That is all.");
            assertThat(fixture.provider.calls()).hasSize(3);
            assertThat(fixture.provider.calls().get(1).tools()).isNotEmpty();
            assertThat(fixture.provider.calls().get(2).tools())
                    .isEqualTo(fixture.provider.calls().get(1).tools());
            assertThat(fixture.provider.calls().get(2).options().toolChoice()).contains(ModelOptions.ToolChoice.NONE);
        }
    }

    @Test
    @DisplayName("P13 a call in the last round does not run, and the model may answer once more")
    void p13_callInTheLastRound_isRefusedOnce() {
        try (EngineFixture fixture = calling(2)) {
            fixture.provider.says("That is all.");

            AiReturn ret = send(fixture, budget -> budget.withRounds(1));

            assertThat(ret.error()).isEmpty();
            assertThat(ret.text()).isEqualTo("That is all.");
            assertThat(EngineFixture.codes(ret)).containsExactly("ok", "BUDGET");
            assertThat(fixture.tools.ran).hasSize(1);
        }
    }

    @Test
    @DisplayName("P13 a tool that the options forbid does not run, whatever the model calls")
    void p13_forbiddenTools_doNotRun() {
        try (EngineFixture fixture = calling(1)) {
            fixture.provider.says("Without, then.");
            SessionOptions none = SessionOptions.builder()
                    .model(ModelOptions.builder()
                            .toolChoice(ModelOptions.ToolChoice.NONE)
                            .build())
                    .build();

            AiReturn ret = fixture.open().send(Interaction.user("Go."), none);

            assertThat(ret.text()).isEqualTo("Without, then.");
            assertThat(EngineFixture.codes(ret)).containsExactly("DENIED");
            assertThat(fixture.tools.ran).isEmpty();
        }
    }

    @Test
    @Tag("C14")
    @Tag("C91")
    @Tag("B19")
    @Tag("B24")
    void rounds_usedUp_stop() {
        try (EngineFixture fixture = calling(2)) {
            AiReturn ret = send(fixture, budget -> budget.withRounds(2).withOnLimit(Budget.LimitAction.STOP));

            assertBudget(ret, "rounds");
            assertThat(fixture.tools.ran).hasSize(2);
        }
    }

    @Test
    void lastAnswer_thatAsksForToolsAllTheSame() {
        try (EngineFixture fixture = calling(3)) {
            AiReturn ret = send(fixture, budget -> budget.withRounds(1));

            assertBudget(ret, "rounds");
            assertThat(fixture.tools.ran).hasSize(1);
            assertThat(EngineFixture.codes(ret)).containsExactly("ok", "BUDGET", "BUDGET");
        }
    }

    @Test
    void toolCallsOfARound_theRestIsAnsweredAndTheTurnGoesOn() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .callsTool("draw", Map.of())
                    .says("Done.");

            AiReturn ret = send(fixture, budget -> budget.withToolCalls(2, 10));

            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(EngineFixture.codes(ret)).containsExactly("ok", "ok", "BUDGET");
        }
    }

    @Test
    void toolCallsOfATurn_endIt() {
        try (EngineFixture fixture = calling(3)) {
            AiReturn ret = send(fixture, budget -> budget.withToolCalls(5, 2));

            assertBudget(ret, "tool-calls");
            assertThat(EngineFixture.codes(ret)).containsExactly("ok", "ok", "BUDGET");
        }
    }

    @Test
    void providerCalls_endIt() {
        try (EngineFixture fixture = calling(3)) {
            AiReturn ret = send(fixture, budget -> budget.withProviderCalls(2));

            assertBudget(ret, "provider-calls");
            assertThat(fixture.provider.calls()).hasSize(2);
            assertThat(ret.toolResults()).hasSize(2);
        }
    }

    @Test
    void bytesOfTools_count() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("read", (call, scope) -> ToolEnvelope.ok("x".repeat(1000)));
            fixture.provider.callsTool("read", Map.of()).says("Too late.");

            assertBudget(send(fixture, budget -> budget.withBytes(1000)), "bytes");
        }
    }

    @Test
    @Tag("C92")
    @Tag("C96")
    void time_endsItAsItStands() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("slow", (call, scope) -> {
                fixture.clock.advance(Duration.ofMinutes(2));
                return ToolEnvelope.ok("late");
            });
            fixture.provider.callsTool("slow", Map.of()).callsTool("slow", Map.of());

            AiReturn ret = send(fixture, budget -> budget.withTime(Duration.ofMinutes(1)));

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.TIMEOUT_TOTAL);
            assertThat(EngineFixture.codes(ret)).containsExactly("BUDGET", "BUDGET");
            assertThat(fixture.tools.ran).hasSize(1);
            assertThat(fixture.clock.pending()).isZero();
        }
    }

    @Test
    @Tag("SH13")
    void levels_onlyTighten() {
        try (EngineFixture fixture = calling(3)) {
            SessionOptions tight = SessionOptions.builder()
                    .budget(Budget.ofDefaults().withRounds(1).withOnLimit(Budget.LimitAction.STOP))
                    .toolFilter("draw")
                    .build();
            ConversationSession session =
                    fixture.engine.open(AiBody.builder().toolFilter("*").build(), tight);
            SessionOptions loose = SessionOptions.builder()
                    .budget(Budget.ofDefaults().withRounds(100))
                    .toolFilter("*")
                    .build();

            assertBudget(session.send(Interaction.user("Go."), loose), "rounds");
            assertThat(fixture.provider.calls().get(0).tools()).hasSize(1);
        }
    }

    @Test
    void forcedTool_onlyInTheFirstRound() {
        try (EngineFixture fixture = calling(1)) {
            fixture.provider.says("Done.");
            SessionOptions forced = SessionOptions.builder()
                    .model(ModelOptions.builder()
                            .toolChoice(ModelOptions.ToolChoice.REQUIRED)
                            .build())
                    .build();

            fixture.open().send(Interaction.user("Go."), forced);

            assertThat(fixture.provider.calls())
                    .extracting(call -> call.options().toolChoice().orElseThrow())
                    .containsExactly(ModelOptions.ToolChoice.REQUIRED, ModelOptions.ToolChoice.AUTO);
        }
    }

    @Test
    void stoppingTool_endsTheTurn() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool(
                    "done", (call, scope) -> ToolEnvelope.ok("enough").withStopsTurn(true));
            fixture.provider.callsTool("done", Map.of());

            assertThat(fixture.open().send("Go.").isOk()).isTrue();
            fixture.provider.expectPlayed();
        }
    }

    @Test
    @Tag("C11")
    @Tag("C88")
    void cutCalls_neverRun() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider.streams(List.of(
                    new AiDelta.Text("I draw."),
                    new AiDelta.ToolCallPart(0, "a", "draw", "{}"),
                    new AiDelta.Finish(FinishReason.LENGTH)));
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.TRUNCATED);
            assertThat(ret.toolCalls()).isEmpty();
            assertThat(fixture.tools.ran).isEmpty();
            assertThat(session.head().text()).isEqualTo("I draw.");
        }
    }

    @Test
    void cutWords_areWordsAllTheSame() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.streams(List.of(new AiDelta.Text("One, two,"), new AiDelta.Finish(FinishReason.LENGTH)));
            ConversationSession session = fixture.open();

            assertThat(session.send("Count.").text()).isEqualTo("One, two,");
            assertThat(session.head().status()).isEqualTo(ConversationEntry.Status.INCOMPLETE);
            assertThat(session.body().interactions()).hasSize(3);
        }
    }

    @Test
    @Tag("F47")
    @Tag("F49")
    @DisplayName("47 49 ids that are empty or come again are replaced: results are in call order, each with its own id")
    void ids() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("", "draw", Map.of("n", 1))
                    .callsTool("x", "draw", Map.of("n", 2))
                    .callsTool("x", "draw", Map.of("n", 3))
                    .nextRound()
                    .callsTool("x", "draw", Map.of("n", 4))
                    .says("Done.");

            AiReturn ret = fixture.open().send("Go.");

            assertThat(ret.toolCalls())
                    .extracting(Interaction.ToolCall::id)
                    .doesNotHaveDuplicates()
                    .doesNotContain("");
            for (int i = 0; i < 4; i++) {
                Interaction.ToolCall call = ret.toolCalls().get(i);
                Interaction.ToolResult result = ret.toolResults().get(i);
                assertThat(result.callId()).isEqualTo(call.id());
                assertThat(result.envelope().result()).isEqualTo(call.arguments());
                assertThat(call.arguments().get("n").asInt()).isEqualTo(i + 1);
            }
            assertThat(fixture.provider.calls().get(2).effective()).containsAll(ret.toolCalls());
        }
    }

    private static EngineFixture calling(int rounds) {
        EngineFixture fixture = new EngineFixture();
        fixture.tools.echo("draw").echo("erase");
        for (int i = 0; i < rounds; i++) {
            fixture.provider.callsTool("draw", Map.of("n", i)).nextRound();
        }
        return fixture;
    }

    private static AiReturn send(EngineFixture fixture, UnaryOperator<Budget> limit) {
        SessionOptions options = SessionOptions.builder()
                .budget(limit.apply(Budget.ofDefaults()))
                .build();
        ConversationSession session = fixture.open();
        AiReturn ret = session.send(Interaction.user("Go."), options);
        assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        return ret;
    }

    private static void assertBudget(AiReturn ret, String code) {
        assertThat(ret.error()).map(AiError::category).contains(AiError.Category.BUDGET);
        assertThat(ret.error()).map(AiError::code).contains(code);
    }
}
