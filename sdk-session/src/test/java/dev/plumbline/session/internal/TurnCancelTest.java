package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cancel in every state: CANCELLED once, the caller free at once, every call answered, the next turn possible. */
@Timeout(120)
class TurnCancelTest {

    @Test
    @Tag("F122")
    @DisplayName("122 cancel while queued: nothing is asked and nothing stays")
    void queued() throws Exception {
        try (EngineFixture fixture = new EngineFixture(1, Optional.empty(), b -> b)) {
            CountDownLatch free = new CountDownLatch(1);
            fixture.threads.execute(() -> RecordingObserver.await(free));
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");

            assertThat(session.cancel("stop")).isTrue();

            assertCancelled(turn.get(60, TimeUnit.SECONDS));
            free.countDown();
            assertThat(session.path()).hasSize(1);
            fixture.provider.says("Again.");
            assertThat(session.send("Again?").text()).isEqualTo("Again.");
        }
    }

    @Test
    @Tag("SH13")
    @Tag("SH27")
    @Tag("F122")
    @DisplayName("122 cancelled before it began, by a signal of the options")
    void before() {
        try (EngineFixture fixture = new EngineFixture()) {
            Cancellation given = Cancellation.create();
            given.cancel("too late");
            SessionOptions options =
                    SessionOptions.builder().addCancellation(given).build();

            assertCancelled(fixture.open().send(Interaction.user("Draw."), options));
            assertThat(fixture.provider.calls()).isEmpty();
        }
    }

    @Test
    @Tag("SH11")
    @Tag("SH172")
    @Tag("C10")
    @Tag("C76")
    @Tag("C95")
    @Tag("C107")
    @Tag("F122")
    @Tag("D9")
    @DisplayName("122 cancel in mid-stream: the text that was shown is stored, the provider is notified")
    void midStream() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("The wall ").says("Fine.");
            ConversationSession session = fixture.open();
            CountDownLatch text = new CountDownLatch(1);
            session.observe(new ConversationObserver() {
                @Override
                public void onText(String piece) {
                    text.countDown();
                }
            });
            CompletableFuture<AiReturn> turn = session.sendAsync("How long?");
            RecordingObserver.await(text);

            session.cancel("stop");

            AiReturn ret = turn.get(60, TimeUnit.SECONDS);
            assertCancelled(ret);
            assertThat(ret.partialText()).isEqualTo("The wall ");
            assertThat(session.head().status()).isEqualTo(ConversationEntry.Status.CANCELLED);
            assertThat(fixture.provider.calls().get(0).cancellation().isCancelled())
                    .isTrue();
            assertThat(session.send("And?").text()).isEqualTo("Fine.");
        }
    }

    @Test
    @DisplayName("N22 the text of a stopped answer is on the path and not in the next request")
    void n22_stoppedAnswer_isKeptAndNotSent() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("The wall ").says("Fine.");
            ConversationSession session = fixture.open();
            CountDownLatch text = new CountDownLatch(1);
            session.observe(new ConversationObserver() {
                @Override
                public void onText(String piece) {
                    text.countDown();
                }
            });
            CompletableFuture<AiReturn> turn = session.sendAsync("How long?");
            RecordingObserver.await(text);
            session.cancel("stop");
            assertCancelled(turn.get(60, TimeUnit.SECONDS));

            assertThat(session.head().interactions())
                    .extracting(Interaction::text)
                    .containsExactly("The wall ");
            assertThat(session.send("Thicker, please.").text()).isEqualTo("Fine.");
            assertThat(fixture.provider.calls().get(1).effective())
                    .extracting(Interaction::text)
                    .endsWith("How long?", "Thicker, please.")
                    .doesNotContain("The wall ");
        }
    }

    @Test
    @Tag("SH154")
    @Tag("C15")
    @Tag("C86")
    @Tag("C87")
    @Tag("C111")
    @Tag("F117")
    @Tag("F122")
    @Tag("M7")
    @DisplayName("122 cancel while a provider ignores it: the caller is free at once and late text is dropped")
    void ignoringProvider() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AiProvider deaf = provider(call -> {
            asked.countDown();
            RecordingObserver.await(late);
            call.sink().accept(new AiDelta.Text("late"));
            over.countDown();
            return AiReturn.ofText("late");
        });
        try (EngineFixture fixture = new EngineFixture(4, Optional.of(deaf), b -> b)) {
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");
            RecordingObserver.await(asked);

            session.cancel("stop");

            assertCancelled(turn.get(60, TimeUnit.SECONDS));
            late.countDown();
            RecordingObserver.await(over);
            assertThat(session.path()).extracting(ConversationEntry::text).containsExactly("You draw.", "Draw.");
            assertThat(seen.afterTurns(1)).noneMatch(SessionEvent.Text.class::isInstance);
        }
    }

    @Test
    @Tag("SH37")
    @Tag("C12")
    @Tag("F66")
    @Tag("F122")
    @Tag("D9")
    @DisplayName("122 cancel inside a tool that ignores it: it may have had its effect, the others have not")
    void inTool() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch late = new CountDownLatch(1);
            fixture.tools.echo("quick").tool("deaf", (call, scope) -> {
                running.countDown();
                RecordingObserver.await(late);
                return ToolEnvelope.ok("late");
            });
            fixture.provider
                    .callsTool("quick", Map.of())
                    .callsTool("deaf", Map.of())
                    .callsTool("quick", Map.of());
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");
            RecordingObserver.await(running);

            session.cancel("stop");

            AiReturn ret = turn.get(60, TimeUnit.SECONDS);
            late.countDown();
            assertCancelled(ret);
            List<ToolEnvelope> outcomes = ret.toolResults().stream()
                    .map(Interaction.ToolResult::envelope)
                    .toList();
            assertThat(outcomes.get(0).isOk()).isTrue();
            assertThat(outcomes.get(1)).isEqualTo(cancelled().withEffect(ToolEnvelope.Effect.UNKNOWN));
            assertThat(outcomes.get(2)).isEqualTo(cancelled().withEffect(ToolEnvelope.Effect.NOT_STARTED));
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
            assertThat(fixture.tools.scopes.get(0).cancellation().isCancelled()).isTrue();
        }
    }

    @Test
    @Tag("SH56")
    @Tag("C46")
    @Tag("C94")
    @Tag("C111")
    @Tag("F122")
    @Tag("H21")
    @DisplayName("122 cancel in a policy that waits: it wakes at once")
    void inPolicy() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicReference<AiError> woken = new AtomicReference<>();
        CountDownLatch awake = new CountDownLatch(1);
        Policy patience = (call, next) -> {
            waiting.countDown();
            try {
                call.cancellation().sleep(Duration.ofHours(1), "backoff");
            } catch (AiException e) {
                woken.set(e.error());
                awake.countDown();
                throw e;
            }
            return next.proceed(call);
        };
        ScriptedProvider model = ScriptedProvider.create().says("never");
        PolicyChain chain =
                PolicyChain.builder().addPolicy("patience", patience).build(model);
        AiProvider patient = provider(chain::call);
        VirtualClock holding = VirtualClock.paused();
        try (EngineFixture fixture = new EngineFixture(4, Optional.of(patient), b -> b.time(holding))) {
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("Draw.");
            RecordingObserver.await(waiting);

            session.cancel("stop");

            assertCancelled(turn.get(60, TimeUnit.SECONDS));
            RecordingObserver.await(awake);
            assertThat(woken.get().category()).isEqualTo(AiError.Category.CANCELLED);
            assertThat(model.calls()).isEmpty();
        }
    }

    @Test
    @Tag("F122")
    @DisplayName("122 cancel from a view, in the middle of an event")
    void inObserver() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("One");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            session.observe(new ConversationObserver() {
                @Override
                public void onText(String piece) {
                    session.cancel("enough");
                }
            });

            assertCancelled(session.sendAsync("Count.").get(60, TimeUnit.SECONDS));
            assertThat(seen.afterTurns(1))
                    .filteredOn(SessionEvent.TurnFinished.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    @Tag("F122")
    @DisplayName("122 cancel between turns: false, and nothing happens")
    void betweenTurns() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("One.").says("Two.");
            ConversationSession session = fixture.open();
            session.send("One?");

            assertThat(session.cancel("late")).isFalse();
            assertThat(session.send("Two?").text()).isEqualTo("Two.");
        }
    }

    @Test
    @Tag("F66")
    @DisplayName("66 cancel at each step of a round: every open call gets a result")
    void atEachStep() {
        for (int step = 0; step < 8; step++) {
            int at = step;
            AtomicInteger moments = new AtomicInteger();
            AtomicReference<ConversationSession> session = new AtomicReference<>();
            Runnable moment = () -> {
                if (moments.getAndIncrement() == at) {
                    session.get().cancel("stop");
                }
            };
            try (EngineFixture fixture =
                    new EngineFixture(b -> b.executor(Runnable::run).decorator(call -> {
                        moment.run();
                        return call;
                    }))) {
                fixture.tools.tool("step", (call, scope) -> {
                    moment.run();
                    return ToolEnvelope.ok(at);
                });
                fixture.provider
                        .callsTool("step", Map.of())
                        .callsTool("step", Map.of())
                        .callsTool("step", Map.of())
                        .nextRound()
                        .callsTool("step", Map.of())
                        .says("Done.")
                        .says("Next.");
                session.set(fixture.open());

                AiReturn ret = session.get().send("Go.");

                assertThat(AiBody.unpaired(session.get().body().interactions())).isEmpty();
                assertThat(ret.toolResults()).hasSameSizeAs(ret.toolCalls());
                assertThat(ret.isOk()).isEqualTo(at > 6);
            }
        }
    }

    @Test
    @Tag("SH37")
    @Tag("F123")
    @DisplayName("123 cancel from ten threads racing the end of the turn: one end, at most one cancel counts")
    void racing() throws Exception {
        try (EngineFixture fixture = new EngineFixture(12, Optional.empty(), b -> b)) {
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            int turns = 300;
            for (int i = 0; i < turns; i++) {
                fixture.provider.says("a", "b");
                CountDownLatch go = new CountDownLatch(1);
                AtomicInteger counted = new AtomicInteger();
                CompletableFuture<?>[] cancels = new CompletableFuture<?>[10];
                for (int t = 0; t < cancels.length; t++) {
                    cancels[t] = CompletableFuture.runAsync(
                            () -> {
                                RecordingObserver.await(go);
                                counted.addAndGet(session.cancel("race") ? 1 : 0);
                            },
                            fixture.threads);
                }
                CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
                go.countDown();
                AiReturn ret = turn.get(60, TimeUnit.SECONDS);
                CompletableFuture.allOf(cancels).get(60, TimeUnit.SECONDS);
                assertThat(counted.get()).isEqualTo(ret.isOk() ? 0 : 1);
                assertThat(session.isRunning()).isFalse();
            }
            assertThat(seen.afterTurns(turns))
                    .filteredOn(SessionEvent.TurnFinished.class::isInstance)
                    .hasSize(turns);
        }
    }

    @Test
    @Tag("C3")
    @Tag("C95")
    @Tag("F123")
    @DisplayName("123 interrupt instead of cancel: the turn is cancelled and the flag is kept")
    void interrupt() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = fixture.open();
            AtomicReference<AiReturn> ret = new AtomicReference<>();
            AtomicReference<Boolean> flag = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                ret.set(session.send("Wait."));
                flag.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            while (fixture.provider.calls().isEmpty()) {
                Thread.onSpinWait();
            }

            caller.interrupt();
            caller.join(TimeUnit.MINUTES.toMillis(1));

            assertCancelled(ret.get());
            assertThat(flag.get()).isTrue();
            assertThat(session.isRunning()).isFalse();
        }
    }

    @Test
    @Tag("C3")
    @Tag("C56")
    @DisplayName("123 cancelling the future cancels the turn, twice is as good as once")
    void future() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            CompletableFuture<AiReturn> turn = session.sendAsync("Wait.");

            assertThat(turn.cancel(true)).isTrue();
            assertThat(turn.isCancelled()).isTrue();
            assertThat(session.isRunning()).isFalse();
            assertThat(session.cancel("again")).isFalse();
            seen.afterTurns(1);
            assertCancelled(seen.finished().get(0));
        }
    }

    private static ToolEnvelope cancelled() {
        return ToolEnvelope.failed(ToolEnvelope.Code.CANCELLED, "The turn ended before this call did.");
    }

    private static void assertCancelled(AiReturn ret) {
        assertThat(ret.status()).isEqualTo(AiReturn.Status.CANCELLED);
    }

    static AiProvider provider(Function<AiCall, AiReturn> body) {
        return new AiProvider() {
            @Override
            public String id() {
                return "function";
            }

            @Override
            public String defaultModel() {
                return "function";
            }

            @Override
            public AiReturn call(AiCall call) {
                return body.apply(call);
            }
        };
    }
}
