package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.State;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.session.ConversationSession.SideTurn;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stays of a turn, whatever ends it, and how it goes on after the end of the program. */
@Timeout(120)
class TurnEndsTest {
    private static final SessionOptions QUEUE =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();
    private static final StateKey<Integer> WALLS =
            StateKey.of("walls", StateKey.Scope.BRANCH, 0).withPersistent();

    private final FailingSessionStore store = new FailingSessionStore();

    private EngineFixture fixture(UnaryOperator<EngineSettings> more) {
        return new EngineFixture(builder -> more.apply(builder.journal(store, FailureMode.FAIL)));
    }

    private EngineFixture fixture() {
        return fixture(builder -> builder);
    }

    private EngineFixture fixture(AiProvider model) {
        return new EngineFixture(4, Optional.of(model), builder -> builder.journal(store, FailureMode.FAIL));
    }

    /** A model whose answers are functions of the call. */
    private static final class Scripted implements AiProvider {
        private final Deque<Function<AiCall, AiReturn>> answers = new ArrayDeque<>();

        Scripted then(Function<AiCall, AiReturn> answer) {
            answers.add(answer);
            return this;
        }

        @Override
        public String id() {
            return "scripted";
        }

        @Override
        public String defaultModel() {
            return "script";
        }

        @Override
        public AiReturn call(AiCall call) {
            return answers.remove().apply(call);
        }
    }

    private static List<String> kinds(List<Json> records) {
        return records.stream().map(record -> record.get("kind").asText()).toList();
    }

    /** Removes the records behind the last one of a kind, as if the program had died there. */
    private void dieAfter(String id, String kind) {
        List<Json> records = store.records.get(id);
        store.records.put(id, new ArrayList<>(records.subList(0, kinds(records).lastIndexOf(kind) + 1)));
    }

    private static void assertPaired(ConversationSession session) {
        assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
    }

    /** Leaves a conversation whose program died while its tool ran, and returns its id. */
    private String interrupted() {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of("wall", 1)).says("Drawn.");
            ConversationSession session = fixture.open();
            session.send("Draw.");
            session.close();
            dieAfter(session.id(), "call");
            return session.id();
        }
    }

    @Test
    @DisplayName("J17 a resumed turn that is cancelled before its thread begins answers each open call")
    void j17_cancelBeforeTheThreadBegins_answersEachCall() {
        String id = interrupted();
        Deque<Runnable> later = new ArrayDeque<>();
        try (EngineFixture fixture = fixture(builder -> builder.executor(later::add))) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            CompletableFuture<AiReturn> turn = session.runAsync();

            assertThat(session.cancel("enough")).isTrue();
            while (!later.isEmpty()) {
                later.poll().run();
            }

            assertThat(turn).isCompleted();
            assertPaired(session);
            assertThat(session.head().interactions())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Interaction.ToolResult.class,
                            result -> assertThat(result.envelope()
                                            .failure()
                                            .orElseThrow()
                                            .code())
                                    .isEqualTo(ToolEnvelope.Code.OUTCOME_UNKNOWN));
            assertThat(session.unknownOutcomes()).isEmpty();
            fixture.provider.says("Fine.");
            CompletableFuture<AiReturn> next = session.sendAsync("Go on.");
            while (!later.isEmpty()) {
                later.poll().run();
            }
            assertThat(next.join().text()).isEqualTo("Fine.");
        }
    }

    @Test
    @DisplayName("J18 a message that was accepted during a turn stays, with the question, when the turn fails at once")
    void j18_interjectionOfAFailedTurn_stays() {
        List<ConversationSession> sessions = new ArrayList<>();
        Scripted model = new Scripted()
                .then(call -> {
                    assertThat(sessions.get(0).interject("And a door.")).isTrue();
                    return AiReturn.failed(AiError.of(AiError.Category.NETWORK, "connect", "no network"));
                })
                .then(call -> AiReturn.ofText("Both drawn."));
        try (EngineFixture fixture = fixture(model)) {
            ConversationSession session = fixture.open();
            sessions.add(session);

            assertThat(session.send("Draw a wall.").isOk()).isFalse();

            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsExactly("You draw.", "Draw a wall.", "And a door.");
            assertThat(session.runToStableResult().text()).isEqualTo("Both drawn.");
        }
    }

    @Test
    @DisplayName("J18 a message that was accepted during a turn survives the death of the program")
    void j18_interjection_isStoredBeforeItIsHeard() {
        List<ConversationSession> sessions = new ArrayList<>();
        String id;
        Scripted model = new Scripted()
                .then(call -> {
                    sessions.get(0).interject("And a door.");
                    return AiReturn.ofText("One moment.");
                })
                .then(call -> AiReturn.ofText("Both drawn."));
        try (EngineFixture fixture = fixture(model)) {
            ConversationSession session = fixture.open();
            sessions.add(session);
            session.send("Draw a wall.");
            id = session.id();
            session.close();
        }
        dieAfter(id, "interjected");
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("Both drawn.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            session.runToStableResult();
            assertThat(session.path())
                    .extracting(ConversationEntry::text)
                    .containsExactly("You draw.", "Draw a wall.", "And a door.", "Both drawn.");
        }
    }

    @Test
    @DisplayName("J19 the question of a cancelled turn stays, and is answered later; that of a failed one goes")
    void j19_questionOfACancelledTurn_stays() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.blocksUntilCancelled().says("Drawn.").fails(AiError.Category.NETWORK);
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");
            Await.until(() -> !fixture.provider.calls().isEmpty(), () -> "the model is not asked");
            session.cancel("enough");
            assertThat(turn.join().status()).isEqualTo(AiReturn.Status.CANCELLED);

            assertThat(session.head().text()).isEqualTo("Draw.");
            assertThat(session.runToStableResult().text()).isEqualTo("Drawn.");

            assertThat(session.send("More.").isOk()).isFalse();
            assertThat(session.head().text()).isEqualTo("Drawn.");
        }
    }

    @Test
    @DisplayName("J20 a queued turn begins whatever those do who wait for the one before it")
    void j20_queuedTurn_beginsBeforeDependentsAreTold() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled().says("Second.");
            ConversationSession session = fixture.engine.open(AiBody.builder().build(), QUEUE);
            CompletableFuture<AiReturn> first = session.sendAsync("1");
            CompletableFuture<AiReturn> second = session.sendAsync("2");
            CompletableFuture<String> both =
                    first.thenApply(ret -> second.join().text());

            Await.until(() -> !fixture.provider.calls().isEmpty(), () -> "the model is not asked");
            session.cancel("enough");

            assertThat(both.get(60, TimeUnit.SECONDS)).isEqualTo("Second.");
        }
    }

    @Test
    @DisplayName("J20 a session closes, whatever those do who wait for one of the turns that end with it")
    void j20_close_doesNotWaitForDependents() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled().blocksUntilCancelled();
            ConversationSession session = fixture.engine.open(AiBody.builder().build(), QUEUE);
            CompletableFuture<AiReturn> running = session.sendAsync("1");
            CompletableFuture<AiReturn> second = session.sendAsync("2");
            CompletableFuture<AiReturn> third = session.sendAsync("3");
            Await.until(() -> !fixture.provider.calls().isEmpty(), () -> "the model is not asked");
            CompletableFuture<AiReturn> aside = session.runSideTurnAsync(SideTurn.title());
            CompletableFuture<Void> all = CompletableFuture.allOf(
                    running.thenRun(third::join),
                    second.thenRun(third::join),
                    third.thenRun(aside::join),
                    aside.thenRun(running::join));

            CompletableFuture.runAsync(session::close).get(60, TimeUnit.SECONDS);

            all.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    @DisplayName("J22 the usage of a side turn is written when it returns")
    void j22_usageOfASideTurn_isWritten() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider.usage(Usage.of(10, 5)).says("One.").says("A title");
            ConversationSession session = fixture.open();
            session.send("1");
            session.runSideTurn(SideTurn.title());

            assertThat(ConversationReplay.of(store.only().stream()).usage().usage())
                    .isEqualTo(session.usage());
            assertThat(session.usage().calls()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName(
            "J23 what a session could not write when it closed is written while the program lives, and kept locked")
    void j23_closedSession_isWrittenLater() {
        try (EngineFixture fixture = new EngineFixture(builder -> builder.journal(store, FailureMode.SKIP))) {
            fixture.provider.says("a");
            ConversationSession session = fixture.open();
            store.failAt = 0;
            session.send("One.");
            session.close();
            assertThat(store.only()).isEmpty();
            assertThat(fixture.engine.isIdle()).isFalse();

            store.failAt = Integer.MAX_VALUE;
            fixture.clock.advance(Duration.ofSeconds(1));
            Await.until(() -> fixture.engine.isIdle(), () -> "nothing was written: " + store.only());
            assertThat(ConversationReplay.of(store.only().stream()).tree()).isEqualTo(session.tree());
            assertThat(fixture.clock.pending()).isZero();
            assertThat(fixture.engine.abandonUnwritten()).isEmpty();
        }
    }

    @Test
    @DisplayName("J23 what is lost at the end of the program is said, by conversation and number")
    void j23_lostRecords_areCounted() {
        try (EngineFixture fixture = new EngineFixture(builder -> builder.journal(store, FailureMode.SKIP))) {
            fixture.provider.says("a");
            ConversationSession session = fixture.open();
            store.failAt = 0;
            session.send("One.");
            session.close();

            Map<String, Integer> lost = fixture.engine.abandonUnwritten();

            assertThat(lost).containsOnlyKeys(session.id());
            assertThat(lost.get(session.id())).isGreaterThanOrEqualTo(4);
            assertThat(fixture.clock.pending()).isZero();
        }
    }

    @Test
    @DisplayName("J23 what a side turn used that ended after its session was closed is written, or counted as lost")
    void j23_sideTurnAfterTheClose_isCounted() throws Exception {
        try (EngineFixture fixture = new EngineFixture(builder -> builder.journal(store, FailureMode.SKIP))) {
            fixture.provider.says("a").blocksUntilCancelled();
            ConversationSession session = fixture.open();
            session.send("One.");
            CompletableFuture<AiReturn> aside = session.runSideTurnAsync(SideTurn.title());
            Await.until(() -> fixture.provider.calls().size() == 2, () -> "the model is not asked");
            store.failAt = 0;

            session.close();
            aside.get(60, TimeUnit.SECONDS);

            Await.until(() -> !fixture.engine.isIdle(), () -> "the engine does not know of the usage");
            assertThat(fixture.engine.abandonUnwritten()).containsEntry(session.id(), 1);
            assertThat(fixture.clock.pending()).isZero();
            store.open(session.id()).close();
        }
    }

    @Test
    @DisplayName("S24 a service that reports the largest number of tokens ends no later turn")
    void s24_largestNumberOfTokens_endsNothing() {
        try (EngineFixture fixture = fixture()) {
            fixture.provider
                    .usage(Usage.of(Long.MAX_VALUE, Long.MAX_VALUE))
                    .says("One.")
                    .says("Two.")
                    .says("Three.");
            ConversationSession session = fixture.open();

            assertThat(session.send("1").text()).isEqualTo("One.");
            assertThat(session.send("2").text()).isEqualTo("Two.");
            assertThat(session.send("3").text()).isEqualTo("Three.");
            assertThat(session.usage().input()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    @DisplayName("S24 an end of a turn that fails is an INTERNAL error, and releases who waits")
    void s24_endThatFails_releasesItsCallers() {
        AtomicInteger readings = new AtomicInteger(Integer.MAX_VALUE);
        Hook last = new Hook() {
            @Override
            public Decision<Round> onRoundDeciding(Round round, Context context) {
                readings.set(round.ret().text().equals("One.") ? 2 : Integer.MAX_VALUE);
                return Decision.proceed();
            }
        };
        VirtualClock clock = VirtualClock.create();
        Scheduler breaking = new Scheduler() {
            @Override
            public long nanoTime() {
                return clock.nanoTime();
            }

            @Override
            public Instant instant() {
                if (readings.decrementAndGet() == 0) { // the first one is for the times of the round
                    throw new IllegalStateException("no time");
                }
                return clock.instant();
            }

            @Override
            public Subscription schedule(Duration delay, Runnable action) {
                return clock.schedule(delay, action);
            }

            @Override
            public void sleep(Duration time, CountDownLatch wake) throws InterruptedException {
                clock.sleep(time, wake);
            }
        };
        try (EngineFixture fixture = fixture(builder -> builder.time(breaking).addHook("last", last, ""))) {
            fixture.provider.says("One.").says("Two.");
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("1");

            assertThat(ret.error()).map(AiError::category).contains(AiError.Category.INTERNAL);
            assertThat(session.isRunning()).isFalse();
            assertThat(session.send("2").text()).isEqualTo("Two.");
        }
    }

    /** A tool executor whose user has changed the arguments of the call. */
    private static void runsEdited(EngineFixture fixture, Json arguments, Runnable body) {
        fixture.tools.edited(arguments);
        fixture.tools.tool("draw", (call, scope) -> {
            body.run();
            return ToolEnvelope.ok(1);
        });
    }

    @Test
    @DisplayName(
            "F1 after a kill, the arguments that a person changed are those of the unknown outcome and of the result")
    void f1_killedAfterAnEdit_namesWhatRan() {
        Json changed = Json.object().with("wall", 2);
        String id;
        try (EngineFixture fixture = fixture()) {
            runsEdited(fixture, changed, () -> {});
            fixture.provider.callsTool("draw", Map.of("wall", 1)).says("Drawn.");
            ConversationSession session = fixture.open();
            session.send("Draw.");
            id = session.id();
            assertThat(session.path().get(2).interactions())
                    .as("the call stays as the model wrote it")
                    .anySatisfy(item -> assertThat(item)
                            .isInstanceOfSatisfying(
                                    Interaction.ToolCall.class,
                                    call -> assertThat(call.arguments())
                                            .isEqualTo(Json.object().with("wall", 1))));
            session.close();
        }
        dieAfter(id, "changed-call");
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("draw");
            fixture.provider.says("Understood.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.unknownOutcomes())
                    .singleElement()
                    .satisfies(call -> assertThat(call.arguments()).isEqualTo(changed));

            session.runToStableResult();

            assertThat(results(session))
                    .singleElement()
                    .satisfies(result -> assertThat(result.envelope().meta().get("arguments"))
                            .isEqualTo(changed));
        }
    }

    @Test
    @DisplayName("F1 a stopped turn says which arguments ran")
    void f1_stoppedAfterAnEdit_namesWhatRan() {
        Json changed = Json.object().with("wall", 2);
        List<ConversationSession> sessions = new ArrayList<>();
        try (EngineFixture fixture = fixture()) {
            runsEdited(fixture, changed, () -> sessions.get(0).cancel("stop"));
            fixture.provider.callsTool("draw", Map.of("wall", 1));
            ConversationSession session = fixture.open();
            sessions.add(session);

            session.send("Draw.");

            assertThat(results(session)).singleElement().satisfies(result -> {
                assertThat(result.envelope().failure().orElseThrow().effect()).isEqualTo(ToolEnvelope.Effect.UNKNOWN);
                assertThat(result.envelope().meta().get("arguments")).isEqualTo(changed);
            });
        }
    }

    private static List<Interaction.ToolResult> results(ConversationSession session) {
        return session.body().interactions().stream()
                .filter(Interaction.ToolResult.class::isInstance)
                .map(Interaction.ToolResult.class::cast)
                .toList();
    }

    @Test
    @DisplayName(
            "F3 a program that died between the answer and the end of its turn returns that answer, without a call")
    void f3_answeredAndNotEnded_isReturned() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("draw");
            fixture.provider.callsTool("draw", Map.of("wall", 1)).says("Drawn.");
            ConversationSession session = fixture.open();
            session.send("Draw.");
            id = session.id();
            session.close();
        }
        dieAfter(id, "entry");
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.interruptedBranches()).hasSize(1);

            AiReturn ret = session.runToStableResult();

            assertThat(ret.text()).isEqualTo("Drawn.");
            assertThat(ret.toolResults()).hasSize(1);
            assertThat(fixture.provider.calls()).isEmpty();
            assertThat(session.interruptedBranches()).isEmpty();
            assertThat(fixture.engine.stored().get(0).interrupted()).isFalse();
        }
    }

    @Test
    @DisplayName("F4 an interrupted turn of a fork says its branch, and goes on there with the options of the fork")
    void f4_interruptedFork_saysItsBranch() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("draw");
            fixture.provider.says("One.").callsTool("draw", Map.of("wall", 1)).says("Drawn.");
            ConversationSession session = fixture.open();
            id = session.id();
            session.send("1");
            session.fork("side").send("Draw.");
        }
        dieAfter(id, "call");
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("Done after all.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.interruptedBranches()).containsExactly("side");

            ConversationSession side = session.onBranch("side", SessionOptions.none());
            assertThat(side.unknownOutcomes()).hasSize(1);
            assertThat(side.runToStableResult().text()).isEqualTo("Done after all.");
            assertThat(session.interruptedBranches()).isEmpty();
        }
    }

    @Test
    @DisplayName("F10 a comparison after a restart shows both values in the same form")
    void f10_comparison_showsOneForm() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("One.");
            ConversationSession session = fixture.open();
            session.send("1");
            session.state().update(WALLS, walls -> 3);
            id = session.id();
            session.close();
        }
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            session.fork("side").state().update(WALLS, walls -> 4);
            assertThat(session.compare("main", "side").state()).singleElement().satisfies(difference -> {
                assertThat(difference.one()).contains(Json.of(3));
                assertThat(difference.other()).contains(Json.of(4));
            });
        }
    }

    @Test
    @DisplayName("F14 a program reads and changes the values of a branch, which are stored with it")
    void f14_values_areReadAndChanged() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("One.");
            ConversationSession session = fixture.open();
            session.send("1");
            State state = session.state();
            assertThat(state.update(WALLS, walls -> walls + 2)).isEqualTo(2);
            assertThat(session.fork("side").state().get(WALLS)).isEqualTo(2);
            StateKey<Integer> ofATurn = StateKey.of("turn", StateKey.Scope.TURN, 0);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> state.get(ofATurn))
                    .withMessageContaining("TURN");
            id = session.id();
            session.close();
        }
        try (EngineFixture fixture = fixture()) {
            assertThat(fixture.engine.resume(id, SessionOptions.none()).state().get(WALLS))
                    .isEqualTo(2);
        }
    }

    @Test
    @DisplayName("F15 an entry says which model wrote it, and a branch goes on with that")
    void f15_entry_saysItsModel() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("One.");
            ConversationSession session = fixture.open();
            session.send("1");
            id = session.id();
            assertThat(session.head().model()).contains(EngineFixture.MODEL);
            assertThat(session.last(Interaction.Kind.USER).orElseThrow().model())
                    .isEmpty();
            session.close();
        }
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            Optional<ModelId> writer = session.head().model();
            assertThat(writer).contains(EngineFixture.MODEL);
        }
    }

    @Test
    @DisplayName("D20 a message that waits is there after a restart, and waits for the user's word")
    void d20_waitingMessage_isKept() {
        String id;
        List<SessionEvent> events = new CopyOnWriteArrayList<>();
        CountDownLatch withdrawn = new CountDownLatch(2);
        try (EngineFixture fixture = fixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = fixture.engine.open(AiBody.builder().build(), QUEUE);
            session.observe(new ConversationObserver() {
                @Override
                public void onEvent(SessionEvent event) {
                    events.add(event);
                    if (event instanceof SessionEvent.TurnWithdrawn) {
                        withdrawn.countDown();
                    }
                }
            });
            session.sendAsync("1");
            CompletableFuture<AiReturn> waiting = session.sendAsync("2");
            session.sendAsync("3");
            assertThat(session.waitingMessages())
                    .as("they wait for their turn, not for a person")
                    .isEmpty();
            id = session.id();
            session.close();
            assertThat(waiting.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
            RecordingObserver.await(withdrawn);
        }
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("Two.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.waitingMessages().values())
                    .extracting(Interaction.User::text)
                    .containsExactly("2", "3");
            List<String> left = List.copyOf(session.waitingMessages().keySet());

            assertThat(session.sendWaiting(left.get(0), SessionOptions.none())
                            .join()
                            .text())
                    .isEqualTo("Two.");
            assertThat(session.withdraw(left.get(1))).isTrue();
            assertThat(session.withdraw(left.get(1))).isFalse();

            assertThat(session.waitingMessages()).isEmpty();
            session.close();
        }
        try (EngineFixture fixture = fixture()) {
            assertThat(fixture.engine.resume(id, SessionOptions.none()).waitingMessages())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName(
            "M24 a message on a fork that was made during a turn takes the place of the question that is answered there")
    void m24_forkDuringATurn_hasNoTwoQuestionsInARow() {
        List<ConversationSession> forks = new ArrayList<>();
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.open();
            fixture.tools.tool("fork", (call, scope) -> {
                forks.add(session.fork("side"));
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("fork", Map.of()).says("Done.").says("Aside.");
            session.send("Go.");

            forks.get(0).send("Go elsewhere.");

            assertThat(forks.get(0).path())
                    .extracting(ConversationEntry::text)
                    .containsExactly("You draw.", "Go elsewhere.", "Aside.");
        }
    }

    @Test
    @DisplayName("A conversation of an older format goes on, and older versions refuse it from then on")
    void olderFormat_isRaised() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("One.");
            ConversationSession session = fixture.open();
            session.send("1");
            id = session.id();
            session.close();
        }
        List<Json> records = new ArrayList<>(store.records.get(id));
        records.set(0, records.get(0).with("format", 1));
        store.records.put(id, new ArrayList<>(records));
        try (EngineFixture fixture = fixture()) {
            fixture.provider.says("Two.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(store.records.get(id)).isEqualTo(records);
            session.send("2");
            session.close();
        }
        assertThat(kinds(store.records.get(id)).subList(records.size(), records.size() + 2))
                .containsExactly("format", "turn");
        assertThat(ConversationReplay.of(store.only().stream()).format()).isEqualTo(2);
    }

    @Test
    @DisplayName("J22 the usage of a turn counts however it ends")
    void j22_usageOfATurn_countsHoweverItEnds() {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("draw");
            fixture.provider
                    .usage(Usage.of(10, 5))
                    .callsTool("draw", Map.of())
                    .fails(AiError.Category.NETWORK)
                    .callsTool("draw", Map.of())
                    .blocksUntilCancelled();
            ConversationSession session = fixture.open();

            assertThat(session.send("1").isOk()).isFalse();
            assertThat(session.usage().input()).isEqualTo(10);

            CompletableFuture<AiReturn> turn = session.sendAsync("2");
            Await.until(() -> fixture.provider.calls().size() == 4, () -> "the model is not asked");
            session.cancel("enough");
            assertThat(turn.join().usage().input()).isEqualTo(10);
            assertThat(session.usage().input()).isEqualTo(20);
            assertThat(ConversationReplay.of(store.only().stream()).usage().usage())
                    .isEqualTo(session.usage());
        }
    }

    @Test
    @DisplayName(
            "The end of the program leaves what was stored: question, results and values, without usage of the turn")
    void killed_leavesWhatWasStored() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool("draw", (call, scope) -> {
                scope.state().update(WALLS, walls -> walls + 1);
                return ToolEnvelope.ok(1);
            });
            fixture.provider.usage(Usage.of(10, 5)).callsTool("draw", Map.of()).says("Drawn.");
            ConversationSession session = fixture.open();
            session.send("Draw.");
            id = session.id();
            session.close();
        }
        List<String> kinds = kinds(store.records.get(id));
        assertThat(kinds).as("a value is stored before the result").containsSubsequence("call", "state", "result");
        dieAfter(id, "result");
        try (EngineFixture fixture = fixture()) {
            fixture.tools.echo("draw");
            fixture.provider.says("Drawn after all.");
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.last(Interaction.Kind.USER).orElseThrow().text()).isEqualTo("Draw.");
            assertThat(session.state().get(WALLS)).isEqualTo(1);
            assertThat(session.usage()).as("of the answer that was stored").isEqualTo(Usage.of(10, 5));
            assertThat(session.cost()).as("is not stored with an answer").isEmpty();

            assertThat(session.runToStableResult().text()).isEqualTo("Drawn after all.");
            assertThat(results(session))
                    .singleElement()
                    .matches(result -> result.envelope().isOk());
            assertThat(fixture.tools.ran).isEmpty();
            assertThat(session.usage().input()).isGreaterThanOrEqualTo(10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"result", "entry"})
    @DisplayName("A tool that ends its turn has ended it after a restart, too")
    void killed_afterAToolThatStopsTheTurn(String last) {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool("draw", (call, scope) -> ToolEnvelope.ok(1).withStopsTurn(true));
            fixture.provider.callsTool("draw", Map.of());
            ConversationSession session = fixture.open();
            session.send("Draw.");
            id = session.id();
            session.close();
        }
        dieAfter(id, last);
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.runToStableResult().isOk()).isTrue();
            assertThat(fixture.provider.calls()).isEmpty();
            assertThat(results(session)).hasSize(1);
        }
    }

    @Test
    @DisplayName("A branch that continues from another entry ends its interrupted turn")
    void continueFrom_endsAnInterruptedTurn() {
        String id = interrupted();
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            session.continueFrom(session.path().get(0));

            assertThat(session.interruptedBranches()).isEmpty();
            assertThat(fixture.engine.stored().get(0).interrupted()).isFalse();
        }
    }

    @Test
    @DisplayName("A closed session leaves its turn as a cancelled one")
    void closedSession_cancelsItsTurn() {
        String id;
        try (EngineFixture fixture = fixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = fixture.open();
            id = session.id();
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");
            Await.until(() -> session.head().text().equals("Draw."), () -> "the question is not stored");
            session.close();
            assertThat(turn.join().status()).isEqualTo(AiReturn.Status.CANCELLED);
        }
        try (EngineFixture fixture = fixture()) {
            ConversationSession session = fixture.engine.resume(id, SessionOptions.none());
            assertThat(session.head().text()).isEqualTo("Draw.");
            assertThat(session.interruptedBranches()).isEmpty();
        }
    }

    @Test
    @DisplayName("A conversation that another writer has taken ends its turn, and keeps what was stored before")
    void overtaken_endsTheTurn() {
        try (EngineFixture fixture = fixture()) {
            fixture.tools.tool("draw", (call, scope) -> {
                List<Json> records = store.records.values().iterator().next();
                records.add(Json.object().with("kind", "usage"));
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("draw", Map.of()).says("Drawn.");
            ConversationSession session = fixture.open();

            AiReturn ret = session.send("Draw.");

            assertThat(ret.error()).map(AiError::code).contains("journal-overtaken");
            assertThat(results(session))
                    .singleElement()
                    .matches(result -> result.envelope().isOk());
            assertThat(kinds(store.only())).endsWith("entry", "call", "usage");
        }
    }
}
