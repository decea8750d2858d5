package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.IToolExecutor;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session opened by a tool: it lives at the turn's expense and ends with it. */
@Timeout(120)
class ChildSessionTest {
    private final List<AiReturn> answers = new CopyOnWriteArrayList<>();

    private static SessionOptions child(IToolExecutor.CallScope scope) {
        return scope.listener().child().toBuilder()
                .addCancellation(scope.cancellation())
                .build();
    }

    private EngineFixture fixture() {
        EngineFixture fixture = new EngineFixture();
        fixture.tools.tool("ask", (call, scope) -> {
            try (ConversationSession inner = fixture.engine.open(AiBody.of("Which?"), child(scope))) {
                answers.add(inner.runToStableResult());
            }
            return ToolEnvelope.ok(1);
        });
        return fixture;
    }

    private static SessionOptions budget(Budget budget) {
        return SessionOptions.builder().budget(budget).build();
    }

    @Test
    void childsCalls_areTheTurnsCalls() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.callsTool("ask", Map.of()).says("Inner.");
            Budget two = Budget.ofDefaults().withProviderCalls(2);

            AiReturn ret = fixture.open().send(Interaction.user("Go."), budget(two));

            assertThat(answers.get(0).text()).isEqualTo("Inner.");
            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.BUDGET);
        }
    }

    @Test
    void childsTokens_areTheTurnsTokens() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.callsTool("ask", Map.of()).says("Inner.").says("Outer.");
            Budget few = Budget.ofDefaults().withTokens(15);

            AiReturn ret = fixture.open().send(Interaction.user("Go."), budget(few));

            assertThat(ret.error()).map(AiError::code).contains("tokens");
        }
    }

    @Test
    void child_hasNoMoreTimeThanItsTurn() throws Exception {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.callsTool("ask", Map.of()).blocksUntilCancelled();
            Budget minute = Budget.ofDefaults().withTime(Duration.ofMinutes(1));
            CompletableFuture<AiReturn> turn = fixture.open().sendAsync(Interaction.user("Go."), budget(minute));
            while (fixture.provider.calls().size() < 2) {
                Thread.onSpinWait();
            }

            fixture.clock.advance(Duration.ofMinutes(1));

            assertThat(turn.get(60, TimeUnit.SECONDS).error())
                    .map(AiError::category)
                    .contains(AiError.Category.TIMEOUT_TOTAL);
        }
    }

    @Test
    @Tag("SH37")
    void cancel_reachesTheChild() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("ask", (call, scope) -> {
                try (ConversationSession inner = fixture.engine.open(AiBody.of("Which?"), child(scope))) {
                    answers.add(inner.runToStableResult());
                }
                over.countDown();
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("ask", Map.of()).blocksUntilCancelled();
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            while (fixture.provider.calls().size() < 2) {
                Thread.onSpinWait();
            }

            session.cancel("enough");

            assertThat(turn.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            RecordingObserver.await(over);
            assertThat(answers.get(0).status()).isEqualTo(AiReturn.Status.CANCELLED);
        }
    }

    @Test
    @DisplayName("M22 tokens and cost of a child's turns are those of the turn and of its conversation, too")
    void m22_usageOfAChild_isTheTurns() {
        ScriptedProvider script = ScriptedProvider.create();
        script.callsTool("ask", Map.of()).says("Inner.").says("Outer.");
        try (EngineFixture fixture = new EngineFixture(4, Optional.of(new CostlyProvider(script)), b -> b)) {
            fixture.tools.tool("ask", (call, scope) -> asked(fixture, scope));
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(ret.text()).isEqualTo("Outer.");
            assertThat(answers.get(0).usage().calls()).isEqualTo(1);
            assertThat(ret.usage().calls()).isEqualTo(3);
            assertThat(ret.cost()).hasToString("Optional[0.3 USD]");
            assertThat(session.usage()).isEqualTo(ret.usage());
            assertThat(session.cost()).isEqualTo(ret.cost());
        }
    }

    @Test
    @DisplayName("M22 a child of a child counts once, and the answer of a turn stays that of its own last call")
    void m22_childOfAChild_countsOnce() {
        ScriptedProvider script = ScriptedProvider.create();
        script.callsTool("ask", Map.of())
                .nextRound()
                .callsTool("ask", Map.of())
                .says("Innermost.")
                .says("Inner.")
                .says("Outer.");
        try (EngineFixture fixture = new EngineFixture(4, Optional.of(new CostlyProvider(script)), b -> b)) {
            fixture.tools.tool("ask", (call, scope) -> asked(fixture, scope));
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Go.");

            assertThat(answers).extracting(answer -> answer.usage().calls()).containsExactly(1, 3);
            assertThat(ret.usage().calls()).isEqualTo(5);
            assertThat(ret.cost()).hasToString("Optional[0.5 USD]");
            assertThat(session.usage().calls()).isEqualTo(5);
            assertThat(ret.trace().steps()).isNotEmpty();
        }
    }

    @Test
    @DisplayName("M22 what a child used after its turn was over is in the sums of the conversation")
    void m22_lateChild_isTheConversations() {
        List<SessionOptions.ParentTurn> parents = new CopyOnWriteArrayList<>();
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("ask", (call, scope) -> {
                parents.add(scope.listener().child().parent().orElseThrow());
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("ask", Map.of()).says("Outer.");
            ConversationSession session = fixture.open();
            AiReturn ret = session.send("Go.");

            parents.get(0).ended(AiReturn.ofText("Late.").withUsage(Usage.of(7, 5)));

            assertThat(session.usage()).isEqualTo(ret.usage().plus(Usage.of(7, 5)));
        }
    }

    private ToolEnvelope asked(EngineFixture fixture, IToolExecutor.CallScope scope) {
        AiBody which = AiBody.builder().addUser("Which?").toolFilter("*").build();
        try (ConversationSession inner = fixture.engine.open(which, child(scope))) {
            answers.add(inner.runToStableResult());
        }
        return ToolEnvelope.ok(1);
    }

    @Test
    void telemetry_saysWhoseChildItIs() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.callsTool("ask", Map.of()).says("Inner.").says("Outer.");
            AiReturn ret = fixture.open().send("Go.");

            List<TelemetryEvent.SessionOpened> opened = fixture.telemetry.stream()
                    .filter(TelemetryEvent.SessionOpened.class::isInstance)
                    .map(TelemetryEvent.SessionOpened.class::cast)
                    .toList();
            assertThat(opened.get(0).parent()).isEmpty();
            assertThat(opened.get(1).parent())
                    .map(CallIds::session)
                    .contains(opened.get(0).ids().session());
            assertThat(opened.get(1).parent())
                    .map(CallIds::turn)
                    .contains(ret.ids().turn());
            assertThat(opened.get(1).parent()).map(CallIds::round).contains(1);
        }
    }

    /** A provider whose calls cost a tenth of a dollar each. */
    private record CostlyProvider(ScriptedProvider script) implements AiProvider {
        @Override
        public String id() {
            return script.id();
        }

        @Override
        public String defaultModel() {
            return script.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            return script.call(call).toBuilder()
                    .cost(new Cost(new BigDecimal("0.1"), "USD"))
                    .build();
        }

        @Override
        public void close() {
            script.close();
        }
    }
}
