package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.call.SessionOptions.Budget.LimitAction;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hooks on the UI thread, questions of hooks and limits, and that nobody is asked at the turn's expense. */
@Timeout(120)
class UserPrompterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** A hook that asks when a turn begins. */
    private static Hook asking(List<Optional<String>> answers) {
        return new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                answers.add(context.ask("Which units?", List.of("mm", "inch"), MINUTE));
                return Decision.proceed();
            }
        };
    }

    private static List<Optional<String>> answers(Consumer<Question> handler) {
        List<Optional<String>> answers = new ArrayList<>();
        try (EngineFixture fixture =
                new EngineFixture(b -> b.questionHandler(handler).addHook("units", asking(answers), ""))) {
            fixture.provider.says("Done.");
            assertThat(fixture.open().send("Go.").isOk()).isTrue();
        }
        return answers;
    }

    @Test
    @Tag("H14")
    void ask_theWaiterIsThereBeforeTheQuestion_soAnAnswerAtOnceCounts() {
        List<Question> shown = new CopyOnWriteArrayList<>();
        assertThat(answers(question -> {
                    shown.add(question);
                    question.answer(question.options().get(1));
                }))
                .containsExactly(Optional.of("inch"));
        assertThat(shown.get(0).title()).isEqualTo("units");
        assertThat(shown.get(0).text()).isEqualTo("Which units?");
        assertThat(shown.get(0).ids().turn()).isNotEmpty();
        assertThat(shown.get(0).answer(shown.get(0).options().get(0))).isFalse();
    }

    @Test
    @Tag("H14")
    void ask_isPublishedToViews_whoMayAnswer() {
        List<Optional<String>> answers = new ArrayList<>();
        List<Question> handled = new CopyOnWriteArrayList<>();
        ConversationObserver dialog = new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                if (event instanceof SessionEvent.QuestionAsked asked) {
                    assertThat(asked.toString()).contains("2 options").doesNotContain("units");
                    asked.question().answer(asked.question().options().get(1));
                }
            }
        };
        try (EngineFixture fixture = new EngineFixture(
                b -> b.addView(dialog).questionHandler(handled::add).addHook("units", asking(answers), ""))) {
            fixture.provider.says("Done.");
            fixture.open().send("Go.");
            Await.until(() -> handled.size() == 1, () -> "the handler was not asked, or twice: " + handled.size());
        }
        assertThat(answers).containsExactly(Optional.of("inch"));
    }

    @Test
    void ask_whereTheHandlerThrows_isNobody() {
        assertThat(answers(question -> {
                    throw new IllegalStateException("no window");
                }))
                .containsExactly(Optional.empty());
    }

    @Test
    void ask_withoutAHandler_isNobody() {
        List<Optional<String>> answers = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("units", asking(answers), ""))) {
            fixture.provider.says("Done.");
            fixture.open().send("Go.");
            assertThat(answers).containsExactly(Optional.empty());
        }
    }

    @Test
    void ask_onTheUiThread_isRefused() throws Exception {
        FakeUiThread window = new FakeUiThread();
        Hook hook = new Hook() {
            @Override
            public ThreadAffinity affinity() {
                return ThreadAffinity.UI_THREAD;
            }

            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                context.ask("Which units?", List.of("mm"), MINUTE);
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.host(window).addHook("units", hook, ""))) {
            CompletableFuture<ConversationSession> opened =
                    CompletableFuture.supplyAsync(fixture::open, fixture.threads);
            window.serveUntil(opened);
            CompletableFuture<AiReturn> turn = opened.join().sendAsync("Go.");
            window.serveUntil(turn);

            assertThat(turn.join().error()).map(AiError::category).contains(AiError.Category.EXTENSION);
        }
    }

    @Test
    @Tag("H14")
    void question_noAnswerInTime_closesTheDialogAndCountsForNoLimit() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        List<Optional<String>> answers = new ArrayList<>();
        Hook patient = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                answers.add(context.ask("Which units?", List.of("mm"), Duration.ofHours(1)));
                return Decision.proceed();
            }
        };
        try (EngineFixture fixture =
                new EngineFixture(b -> b.addHook("units", patient, "").questionHandler(question -> {
                    question.onClosed(closed::countDown);
                    shown.countDown();
                }))) {
            fixture.provider.says("Done.");
            CompletableFuture<AiReturn> turn = fixture.open().sendAsync("Go.");
            RecordingObserver.await(shown);

            fixture.clock.advance(Duration.ofHours(1));

            assertThat(turn.get(60, TimeUnit.SECONDS).isOk()).isTrue();
            assertThat(answers).containsExactly(Optional.empty());
            RecordingObserver.await(closed);
        }
    }

    /** A clock that counts the timers that were made and are not closed. */
    private record CountingClock(Scheduler time, AtomicInteger open) implements Scheduler {
        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Subscription schedule(Duration delay, Runnable action) {
            Subscription timer = time.schedule(delay, action);
            open.incrementAndGet();
            AtomicBoolean closed = new AtomicBoolean();
            return () -> {
                open.addAndGet(closed.getAndSet(true) ? 0 : -1);
                timer.close();
            };
        }

        @Override
        public void sleep(Duration wait, CountDownLatch wake) throws InterruptedException {
            time.sleep(wait, wake);
        }
    }

    @Test
    @DisplayName("A16 timers of a turn replace each other while a person is asked and little of its time is left")
    void a16_askedWithLittleTimeLeft_hasOneTimer() throws Exception {
        CompletableFuture<Question> asked = new CompletableFuture<>();
        CountDownLatch shown = new CountDownLatch(1);
        VirtualClock clock = VirtualClock.create();
        AtomicInteger timers = new AtomicInteger();
        try (EngineFixture fixture = new EngineFixture(b -> b.time(new CountingClock(clock, timers))
                .addHook("units", asking(new ArrayList<>()), "")
                .questionHandler(question -> {
                    asked.complete(question);
                    shown.countDown();
                }))) {
            fixture.provider.says("Done.");
            SessionOptions brief = SessionOptions.builder()
                    .budget(Budget.ofDefaults().withTime(Duration.ofMillis(40)))
                    .build();
            CompletableFuture<AiReturn> turn = fixture.open().sendAsync(Interaction.user("Go."), brief);
            RecordingObserver.await(shown);
            clock.advance(Duration.ofSeconds(1));
            int before = timers.get();
            for (int i = 0; i < 30; i++) {
                clock.advance(Duration.ofSeconds(1));
            }

            assertThat(timers.get()).isEqualTo(before);
            asked.join().answer(asked.join().options().get(0));
            assertThat(turn.get(60, TimeUnit.SECONDS).isOk()).isTrue();
        }
    }

    @Test
    void question_afterIt_theTimeGoesOn() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        CompletableFuture<Question> asked = new CompletableFuture<>();
        try (EngineFixture fixture = new EngineFixture(
                b -> b.addHook("units", asking(new ArrayList<>()), "").questionHandler(question -> {
                    asked.complete(question);
                    shown.countDown();
                }))) {
            fixture.provider.blocksUntilCancelled();
            CompletableFuture<AiReturn> turn = fixture.open().sendAsync("Go.");
            RecordingObserver.await(shown);
            fixture.clock.advance(Duration.ofSeconds(59));
            asked.join().answer(asked.join().options().get(0));
            while (fixture.provider.calls().isEmpty()) {
                Thread.onSpinWait();
            }

            fixture.clock.advance(Budget.ofDefaults().time().minusMillis(1));
            assertThat(turn).isNotDone();
            fixture.clock.advance(Duration.ofMillis(100));

            assertThat(turn.get(60, TimeUnit.SECONDS).error())
                    .map(AiError::category)
                    .contains(AiError.Category.TIMEOUT_TOTAL);
        }
    }

    @Test
    @Tag("H34")
    @Tag("B9")
    void news_ofAHookAndOfAPerson_reachViews() throws Exception {
        Hook publishing = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                context.publish(Json.object().with("layer", "walls"));
                return Decision.proceed();
            }

            @Override
            public void onTurnFinished(AiReturn ret, Context context) {
                context.publish(Json.object().with("too", "late"));
            }
        };
        try (EngineFixture fixture = new EngineFixture(b -> b.addHook("layers", publishing, ""))) {
            RecordingObserver seen = new RecordingObserver();
            ConversationSession session = fixture.open();
            session.observe(seen);
            fixture.tools.tool("draw", (call, scope) -> ToolEnvelope.ok(session.interject("And a door.")));
            fixture.provider.callsTool("draw", Map.of()).says("Done.");

            AiReturn ret = session.send("Go.");

            List<SessionEvent> events = seen.afterFinished(ret);
            assertThat(events)
                    .filteredOn(SessionEvent.Custom.class::isInstance)
                    .singleElement()
                    .satisfies(event -> assertThat(((SessionEvent.Custom) event).extension())
                            .isEqualTo("layers"))
                    .satisfies(event -> assertThat(event.toString()).doesNotContain("walls"));
            assertThat(events)
                    .filteredOn(SessionEvent.Interjected.class::isInstance)
                    .singleElement()
                    .satisfies(event -> assertThat(((SessionEvent.Interjected) event).text())
                            .isEqualTo("And a door."))
                    .satisfies(event -> assertThat(event.toString()).doesNotContain("door"));
        }
    }

    @Test
    void toolsQuestion_countsForNoLimitOfTheTurn() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.tools.tool("ask", (call, scope) -> {
                Subscription asking = scope.listener().asking();
                fixture.clock.advance(Duration.ofHours(2));
                asking.close();
                asking.close();
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("ask", Map.of()).says("Done.");

            assertThat(fixture.open().send("Go.").isOk()).isTrue();
        }
    }

    @Test
    @Tag("C46")
    @Tag("H5")
    void question_ofACancelledTurn_isClosed() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (EngineFixture fixture = new EngineFixture(
                b -> b.addHook("units", asking(new ArrayList<>()), "").questionHandler(question -> {
                    question.onClosed(closed::countDown);
                    shown.countDown();
                }))) {
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            RecordingObserver.await(shown);

            session.cancel("enough");

            assertThat(turn.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            RecordingObserver.await(closed);
        }
    }

    @Test
    @Tag("C92")
    void roundsUsedUp_aPersonLetsItGoOn_once() {
        List<Question> questions = new CopyOnWriteArrayList<>();
        AiReturn ret = drawing(4, question -> {
            questions.add(question);
            question.answer(question.options().get(questions.size() - 1));
        });

        assertThat(ret.text()).isEqualTo("Enough.");
        assertThat(ret.toolCalls()).hasSize(4);
        assertThat(questions).hasSize(2);
        assertThat(questions.get(0).text()).contains("2 steps");
    }

    @Test
    @Tag("B24")
    void roundsUsedUp_nobodyToAsk_oneLastAnswer() {
        AiReturn ret = drawing(2, question -> {
            throw new IllegalStateException("no window");
        });

        assertThat(ret.text()).isEqualTo("Enough.");
        assertThat(ret.toolCalls()).hasSize(2);
    }

    @ParameterizedTest(name = "{0} for the runtime, {1} for the session, {2} for the turn: {3} questions, ends {4}")
    @Tag("SH13")
    @CsvSource({
        "ASK,                        ASK,  ASK,                        1, COMPLETED",
        "ASK,                        ,     ,                           1, COMPLETED",
        ",                           ASK,  ,                           1, COMPLETED",
        ",                           ,     ASK,                        1, COMPLETED",
        "FINAL_ANSWER_WITHOUT_TOOLS, ASK,  ASK,                        0, COMPLETED",
        "ASK,                        ASK,  FINAL_ANSWER_WITHOUT_TOOLS, 0, COMPLETED",
        "ASK,                        STOP, ASK,                        0, FAILED",
        "STOP,                       ASK,  ASK,                        0, FAILED",
        "ASK,                        ASK,  STOP,                       0, FAILED"
    })
    void roundsUsedUp_theStrictestOfRuntimeSessionAndTurnCounts(
            @Nullable LimitAction runtime,
            @Nullable LimitAction session,
            @Nullable LimitAction turn,
            int questions,
            AiReturn.Status end) {
        List<Question> asked = new CopyOnWriteArrayList<>();
        try (EngineFixture fixture =
                new EngineFixture(b -> b.defaults(onLimit(runtime)).questionHandler(question -> {
                    asked.add(question);
                    question.answer(question.fallback());
                }))) {
            fixture.tools.echo("draw");
            fixture.provider
                    .callsTool("draw", Map.of())
                    .nextRound()
                    .callsTool("draw", Map.of())
                    .nextRound();
            fixture.provider.says("Enough.");
            ConversationSession open =
                    fixture.engine.open(AiBody.builder().toolFilter("*").build(), onLimit(session));
            AiReturn ret = open.send(Interaction.user("Go."), onLimit(turn));
            assertThat(ret.status()).isEqualTo(end);
            assertThat(ret.toolCalls()).hasSize(2);
        }
        assertThat(asked).hasSize(questions);
    }

    private static SessionOptions onLimit(@Nullable LimitAction action) {
        return Optional.ofNullable(action)
                .map(given -> SessionOptions.builder()
                        .budget(Budget.ofDefaults().withRounds(2).withOnLimit(given))
                        .build())
                .orElseGet(SessionOptions::none);
    }

    /** Two rounds are allowed, and the model asks for a tool in so many. */
    private static AiReturn drawing(int wanted, Consumer<Question> handler) {
        Budget budget = Budget.ofDefaults().withRounds(2).withOnLimit(Budget.LimitAction.ASK);
        try (EngineFixture fixture = new EngineFixture(b -> b.questionHandler(handler))) {
            fixture.tools.echo("draw");
            for (int i = 0; i < wanted; i++) {
                fixture.provider.callsTool("draw", Map.of()).nextRound();
            }
            fixture.provider.says("Enough.");
            SessionOptions options = SessionOptions.builder().budget(budget).build();
            AiReturn ret = fixture.open().send(Interaction.user("Go."), options);
            assertThat(fixture.provider.calls().get(wanted).options().toolChoice())
                    .contains(ModelOptions.ToolChoice.NONE);
            return ret;
        }
    }
}
