package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Special turns: alone, with options of their own, and their results in place only when they are valid. */
@Timeout(120)
class SideTurnTest {
    private final AtomicReference<ConversationSession> open = new AtomicReference<>();

    private static List<String> texts(ConversationSession session) {
        return session.body().interactions().stream().map(Interaction::text).toList();
    }

    @Test
    void title_isAskedAlone_andStoredNowhere() throws InterruptedException {
        AtomicInteger hooked = new AtomicInteger();
        Hook hook = new Hook() {
            @Override
            public Decision<ConversationEntry> onEntryAppending(ConversationEntry entry, Context context) {
                hooked.incrementAndGet();
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("counting", hook, ""))) {
            fixture.tools.echo("draw");
            fixture.provider.says("Four walls.").says("A small room");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            session.send("Draw a room.");
            seen.afterTurns(1);
            int before = hooked.get();
            List<ConversationEntry> path = session.path();
            ModelId cheap = new ModelId("scripted", "cheap");

            AiReturn title = session.runSideTurn(SideTurn.title().withOptions(SessionOptions.ofModel(cheap)));

            assertThat(title.text()).isEqualTo("A small room");
            AiCall call = fixture.provider.calls().get(1);
            assertThat(call.effective()).extracting(Interaction::text).contains("Draw a room.", "Four walls.");
            assertThat(call.tools()).isEmpty();
            assertThat(call.model()).isEqualTo(cheap);
            assertThat(session.path()).isEqualTo(path);
            assertThat(hooked).hasValue(before);
            assertThat(seen.finished()).hasSize(1);
            assertThat(session.usage().calls()).isEqualTo(2);
            assertThat(fixture.telemetry.stream()
                            .filter(TelemetryEvent.SessionOpened.class::isInstance)
                            .map(event -> ((TelemetryEvent.SessionOpened) event).parent())
                            .toList())
                    .extracting(parent -> parent.map(CallIds::session))
                    .containsExactly(Optional.empty(), Optional.of(session.id()));
        }
    }

    @Test
    void title_thatIsNone_hasFailed() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("Four walls.").says("A title:\nA small room");
            ConversationSession session = fixture.open();
            session.send("Draw a room.");

            AiReturn title = session.runSideTurn(SideTurn.title());

            assertThat(title.error()).map(AiError::category).contains(AiError.Category.INVALID_RESPONSE);
            assertThat(title.error()).map(AiError::code).contains("title");
        }
    }

    @Test
    void greeting_standsInFrontOfTheFirstQuestion() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("Good morning.").says("Four walls.");
            ConversationSession session = fixture.open();

            assertThat(session.runSideTurn(SideTurn.greeting("Greet the person in three words."))
                            .isOk())
                    .isTrue();
            session.send("Draw a room.");

            assertThat(texts(session)).containsExactly("You draw.", "Good morning.", "Draw a room.", "Four walls.");
        }
    }

    @Test
    void result_thatIsNotValid_changesNothing() {
        SideTurn picky =
                SideTurn.greeting("Greet.").withValidator(ret -> ret.text().length() > 3);
        SideTurn broken = SideTurn.greeting("Greet.").withValidator(ret -> {
            throw new IllegalStateException("secret");
        });
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("Hi.").says("Good day.").fails(AiError.Category.OVERLOADED);
            ConversationSession session = fixture.open();
            List<ConversationEntry> path = session.path();

            assertThat(session.runSideTurn(picky).error()).map(AiError::code).contains("greeting");
            assertThat(session.runSideTurn(broken).error()).map(AiError::code).contains("greeting");
            assertThat(session.runSideTurn(SideTurn.greeting("Greet.")).error())
                    .map(AiError::category)
                    .contains(AiError.Category.OVERLOADED);

            assertThat(session.path()).isEqualTo(path);
        }
    }

    @Test
    void result_forWhichTheConversationHasGoneOn_changesNothing() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled().says("Late greeting.");
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");
            while (fixture.provider.calls().isEmpty()) {
                Thread.onSpinWait();
            }

            AiReturn greeting = session.runSideTurn(SideTurn.greeting("Greet."));

            assertThat(greeting.error()).map(AiError::category).contains(AiError.Category.INVALID_RESPONSE);
            session.cancel("done");
            turn.get(60, TimeUnit.SECONDS);
            assertThat(texts(session)).doesNotContain("Late greeting.");
        }
    }

    @Test
    void title_whileAToolRuns_isAskedWithoutTheOpenCall() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool(
                    "draw",
                    (call, scope) -> ToolEnvelope.ok(
                            open.get().runSideTurn(SideTurn.title()).text()));
            fixture.provider.callsTool("draw", Map.of()).says("A room").says("Done.");
            open.set(fixture.open());

            AiReturn ret = open.get().send("Draw.");

            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(ret.toolResults().get(0).envelope()).isEqualTo(ToolEnvelope.ok("A room"));
        }
    }

    @Test
    void summary_byHand_takesThePlaceOfAllButTheNewestTurn() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("One.").says("Two.").says("Short.").says("Again.");
            ConversationSession session = fixture.open();
            session.send("1");
            session.send("2");

            assertThat(session.runSideTurn(SideTurn.summary()).isOk()).isTrue();
            assertThat(texts(session)).containsExactly("You draw.", "Short.", "2", "Two.");
        }
    }

    @Test
    void cancelledAside_andClosedSession() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled().blocksUntilCancelled();
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> one = session.runSideTurnAsync(SideTurn.title());
            while (fixture.provider.calls().isEmpty()) {
                Thread.onSpinWait();
            }
            one.cancel(false);
            assertThat(fixture.provider.calls().get(0).cancellation().isCancelled())
                    .isTrue();
            CompletableFuture<AiReturn> other = session.runSideTurnAsync(SideTurn.title());

            session.close();

            assertThat(other.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThatIllegalStateException().isThrownBy(() -> session.runSideTurn(SideTurn.title()));
        }
    }

    /** A window of 100 tokens; each answer of these tests takes eleven. */
    private static UnaryOperator<EngineSettings> summarising(double share) {
        return builder -> builder.summaryThreshold(share).windows((model, options) -> new ContextWindow(100, false));
    }

    @Test
    void path_thatTakesItsShare_isSummedUpBeforeTheNextTurn() {
        FailingSessionStore store = new FailingSessionStore();
        try (EngineFixture fixture =
                new EngineFixture(b -> summarising(0.11).apply(b).journal(store, FailureMode.FAIL))) {
            fixture.provider.says("One.").says("Two.").says("1 and 2.").says("Three.");
            ConversationSession session = fixture.open();
            session.send("1");
            session.send("2");
            assertThat(fixture.provider.calls()).hasSize(2);

            AiReturn third = session.send("3");

            assertThat(third.text()).isEqualTo("Three.");
            assertThat(texts(session)).containsExactly("You draw.", "1 and 2.", "2", "Two.", "3", "Three.");
            assertThat(fixture.provider.calls().get(2).effective())
                    .extracting(Interaction::text)
                    .startsWith("You draw.", "1", "One.")
                    .doesNotContain("2", "3");
            assertThat(third.usage().calls()).isEqualTo(1);
            assertThat(session.usage().calls()).isEqualTo(4);
            ConversationSession again;
            session.close();
            try (EngineFixture later = new EngineFixture(b -> b.journal(store, FailureMode.FAIL))) {
                again = later.engine.resume(session.id(), SessionOptions.none());
                assertThat(texts(again)).isEqualTo(texts(session));
                assertThat(again.tree()).isEqualTo(session.tree());
                assertThat(again.usage().calls()).isEqualTo(4);
            }
        }
    }

    @Test
    void summary_thatFails_leavesEverythingAsItIs() {
        try (EngineFixture fixture = new EngineFixture(summarising(0.11))) {
            fixture.provider
                    .says("One.")
                    .says("Two.")
                    .fails(AiError.Category.OVERLOADED)
                    .says("Three.");
            ConversationSession session = fixture.open();
            session.send("1");
            session.send("2");

            assertThat(session.send("3").text()).isEqualTo("Three.");
            assertThat(texts(session)).containsExactly("You draw.", "1", "One.", "2", "Two.", "3", "Three.");
        }
    }

    @Test
    void callThatDoesNotFit_isTriedAgainShorter_andNoToolIsForgotten() {
        try (EngineFixture fixture = new EngineFixture(summarising(1))) {
            fixture.tools.echo("draw");
            fixture.provider
                    .says("One.")
                    .callsTool("wall", "draw", Map.of("wall", 1))
                    .fails(AiError.Category.CONTEXT_OVERFLOW)
                    .says("Was one.")
                    .says("Done.");
            ConversationSession session = fixture.open();
            session.send("1");

            AiReturn ret = session.send("2");

            assertThat(ret.text()).isEqualTo("Done.");
            assertThat(texts(session).subList(0, 3)).containsExactly("You draw.", "Was one.", "2");
            AiCall retried = fixture.provider.calls().get(4);
            assertThat(retried.effective()).hasAtLeastOneElementOfType(Interaction.ToolCall.class);
            assertThat(retried.effective()).hasAtLeastOneElementOfType(Interaction.ToolResult.class);
            assertThat(AiBody.unpaired(retried.effective())).isEmpty();
            assertThat(fixture.tools.ran).hasSize(1);
            assertThat(ret.toolResults()).hasSize(1);
            assertThat(ret.toolResults().get(0).envelope()).isEqualTo(ToolEnvelope.ok(Map.of("wall", 1)));
        }
    }

    @Test
    void callThatDoesNotFit_aSecondTimeOrWithNothingToSumUp_fails() {
        try (EngineFixture fixture = new EngineFixture(summarising(1))) {
            fixture.provider
                    .fails(AiError.Category.CONTEXT_OVERFLOW)
                    .says("One.")
                    .fails(AiError.Category.CONTEXT_OVERFLOW)
                    .says("Was one.")
                    .fails(AiError.Category.CONTEXT_OVERFLOW);
            ConversationSession session = fixture.open();

            assertThat(session.send("0").error()).map(AiError::category).contains(AiError.Category.CONTEXT_OVERFLOW);
            session.send("1");
            AiReturn ret = session.send("2");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.CONTEXT_OVERFLOW);
            assertThat(texts(session)).containsExactly("You draw.", "Was one.");
            fixture.provider.says("Fine.");
            assertThat(session.send("3").text()).isEqualTo("Fine.");
        }
    }

    @Test
    @Tag("J1")
    @DisplayName("J1 a turn that was shortened and failed deletes its question and the copy of it, and no original")
    void callThatDoesNotFit_aSecondTime_leavesNoQuestion_andKeepsTheOriginals() {
        try (EngineFixture fixture = new EngineFixture(summarising(1))) {
            fixture.provider
                    .says("One.")
                    .fails(AiError.Category.CONTEXT_OVERFLOW)
                    .says("Was one.")
                    .fails(AiError.Category.CONTEXT_OVERFLOW);
            ConversationSession session = fixture.open();
            session.send("1");

            assertThat(session.send("2").isOk()).isFalse();

            assertThat(session.tree().leaves())
                    .extracting(ConversationEntry::text)
                    .containsExactly("One.", "Was one.");
        }
    }

    @Test
    void summary_isAtTheTurnsExpense() {
        Budget one = Budget.ofDefaults().withProviderCalls(1).withTime(Duration.ofMinutes(1));
        SessionOptions options = SessionOptions.builder().budget(one).build();
        try (EngineFixture fixture = new EngineFixture(summarising(0.11))) {
            fixture.provider.says("One.").says("Two.").says("Short.");
            ConversationSession session = fixture.open();
            session.send("1");
            session.send("2");

            assertThat(session.send(Interaction.user("3"), options).error())
                    .map(AiError::category)
                    .contains(AiError.Category.BUDGET);
        }
    }

    @Test
    void share_isAShare() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EngineFixture(summarising(-0.1)))
                .withMessageContaining("share");
        assertThatIllegalArgumentException().isThrownBy(() -> new EngineFixture(summarising(1.1)));
    }
}
