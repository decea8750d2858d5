package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.json.TypeRef;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.LeakDetector;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(
        value = 30,
        threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a method that waits for itself ignores interrupts
class SessionMethodsTest {

    @Test
    @Tag("F125")
    @DisplayName("125 a second turn while one runs is refused, and the first goes on")
    void busy() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("One");
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> first = session.sendAsync("One.");

            assertThatIllegalStateException()
                    .isThrownBy(() -> session.send("Two."))
                    .withMessage(
                            "this session is busy; cancel it, let messages wait with busyAction(QUEUE), interject, or"
                                    + " fork");
            assertThatIllegalStateException().isThrownBy(() -> session.sendAsync("Two."));
            assertThatIllegalStateException().isThrownBy(session::runAsync);
            assertThat(first).isNotDone();
            assertThat(session.isRunning()).isTrue();
        }
    }

    @Test
    @Tag("F125")
    @DisplayName("125 two threads at one session: one is served, the other is refused, nothing is interleaved")
    void twoThreads() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            ConversationSession session = fixture.open();
            for (int i = 0; i < 50; i++) {
                fixture.provider.says("a");
                CompletableFuture<Boolean> one =
                        CompletableFuture.supplyAsync(() -> tries(session), task -> new Thread(task).start());
                CompletableFuture<Boolean> two =
                        CompletableFuture.supplyAsync(() -> tries(session), task -> new Thread(task).start());
                int served = (one.get(60, TimeUnit.SECONDS) ? 1 : 0) + (two.get(60, TimeUnit.SECONDS) ? 1 : 0);
                assertThat(served).isBetween(1, 2);
                if (fixture.provider.left() > 0) {
                    session.send("Use up the script.");
                }
            }
            assertThat(AiBody.unpaired(session.body().interactions())).isEmpty();
        }
    }

    private static boolean tries(ConversationSession session) {
        try {
            session.send("Go.");
            return true;
        } catch (IllegalStateException busy) {
            return false;
        }
    }

    @Test
    @DisplayName("61 a tool that sends to its own session is refused, on one thread, without a deadlock")
    void reentrant() throws Exception {
        try (EngineFixture fixture = new EngineFixture(1, Optional.empty(), b -> b)) {
            AtomicReference<ConversationSession> session = new AtomicReference<>();
            AtomicReference<String> refusal = new AtomicReference<>("");
            fixture.tools.tool("again", (call, scope) -> {
                try {
                    session.get().send("Me too.");
                } catch (IllegalStateException e) {
                    refusal.set(e.getMessage());
                }
                return ToolEnvelope.ok("asked");
            });
            fixture.provider.callsTool("again", Map.of()).says("Done.");
            session.set(fixture.open());

            assertThat(session.get().sendAsync("Go.").get(60, TimeUnit.SECONDS).text())
                    .isEqualTo("Done.");
            assertThat(refusal.get()).startsWith("this session is busy");
        }
    }

    @Test
    void uiThread_refusesToBlock() throws Exception {
        AtomicBoolean onUi = new AtomicBoolean();
        HostApplication host = HostApplication.of(Runnable::run, onUi::get);
        try (EngineFixture fixture = new EngineFixture(b -> b.host(host))) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = fixture.open();
            onUi.set(true);

            assertThatIllegalStateException()
                    .isThrownBy(() -> session.send("Go."))
                    .withMessage("send() blocks, and this is the UI thread: use sendAsync()");
            assertThatIllegalStateException()
                    .isThrownBy(session::runToStableResult)
                    .withMessage("send() of a runtime and runToStableResult() block, and this is the UI thread: use"
                            + " sendAsync() or runAsync() of a session");
            CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
            assertThatIllegalStateException().isThrownBy(turn::join).withMessageContaining("UI thread");
            assertThatIllegalStateException().isThrownBy(turn::get);
            assertThatIllegalStateException().isThrownBy(() -> turn.get(60, TimeUnit.SECONDS));
            assertThatIllegalStateException()
                    .isThrownBy(() -> turn.thenApply(AiReturn::isOk).join());
            session.cancel("stop");
            assertThat(turn.join().isOk()).isFalse();
        }
    }

    @Test
    void closedSession_refusesTurnsAndKeepsItsValues() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("One.");
            ConversationSession session = fixture.open();
            session.send("One?");

            session.close();
            session.close();

            assertThatIllegalStateException()
                    .isThrownBy(() -> session.send("Two?"))
                    .withMessage("this session is closed");
            assertThatIllegalStateException().isThrownBy(session::runAsync);
            assertThatIllegalStateException().isThrownBy(session::stream);
            assertThatIllegalStateException().isThrownBy(() -> session.observe(new RecordingObserver()));
            assertThat(session.cancel("late")).isFalse();
            assertThat(session.path()).hasSize(3);
            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.SessionClosed.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    @Tag("F124")
    void closedFork_leavesTheConversationOpen() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("One.");
            ConversationSession session = fixture.open();
            session.send("One?");
            session.fork("other").close();
            assertThat(fixture.telemetry).noneMatch(TelemetryEvent.SessionClosed.class::isInstance);
            session.close();
            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.SessionClosed.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    @Tag("SH27")
    @Tag("SH172")
    void close_cancelsTheRunningTurn() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("One");
            ConversationSession session = fixture.open();
            CompletableFuture<AiReturn> turn = session.sendAsync("One?");

            fixture.engine.close();

            assertThat(turn.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThatIllegalStateException().isThrownBy(fixture::open);
            assertThatIllegalStateException().isThrownBy(() -> session.send("Two?"));
        }
    }

    @Test
    void namespace_refusedForATurn() {
        try (EngineFixture fixture = new EngineFixture()) {
            SessionOptions options = SessionOptions.builder().namespace("other").build();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> fixture.open().send(Interaction.user("Go."), options))
                    .withMessageContaining("namespace");
        }
    }

    @Test
    @Tag("SH11")
    @Tag("SH28")
    @Tag("C9")
    @Tag("C56")
    @Tag("B11")
    void standingQuestion_answered() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.fails(AiError.Category.NETWORK).says("Yes.");
            ConversationSession session = fixture.open(
                    AiBody.builder().addSystem("You draw.").addUser("Ready?").build());

            assertThat(session.runToStableResult().isOk()).isFalse();
            assertThat(session.path()).hasSize(2);
            assertThat(session.runToStableResult().text()).isEqualTo("Yes.");
            assertThatIllegalStateException()
                    .isThrownBy(session::runToStableResult)
                    .withMessageContaining("nothing to answer");
        }
    }

    @Test
    @Tag("SH20")
    void typedSend_throwsInsteadOfAFailedReturn() {
        try (EngineFixture fixture = new EngineFixture(b -> b.schemas(new SingleSchemaService()))) {
            fixture.provider.says("[1,2]").says("none").fails(AiError.Category.NETWORK);
            ConversationSession session = fixture.open();

            assertThat(session.send("Which?", new TypeRef<List<Integer>>() {})).containsExactly(1, 2);
            assertThat(fixture.provider.calls().get(0).outputSchema()).contains(SingleSchemaService.SCHEMA);
            assertThatThrownBy(() -> session.send("Which?", Integer.class))
                    .isInstanceOfSatisfying(
                            AiException.class,
                            e -> assertThat(e.error().category()).isEqualTo(AiError.Category.INVALID_RESPONSE));
            assertThatThrownBy(() -> session.send("Which?", Integer.class))
                    .isInstanceOfSatisfying(
                            AiException.class,
                            e -> assertThat(e.error().category()).isEqualTo(AiError.Category.NETWORK));
        }
    }

    @Test
    void unpairedBody_refused() {
        AiBody unpaired = AiBody.of("Go.").withAdded(new Interaction.ToolCall("1", "draw", Json.object()));
        try (EngineFixture fixture = new EngineFixture()) {
            assertThatIllegalArgumentException().isThrownBy(() -> fixture.open(unpaired));
        }
    }

    @Test
    @Tag("F124")
    @SuppressWarnings("try") // the watch is over when the block is
    @DisplayName("124 a thousand sessions, run or cancelled, leave nothing scheduled and no thread")
    void leaks() throws Exception {
        try (LeakDetector watch = LeakDetector.watch();
                EngineFixture fixture = new EngineFixture(
                        2, Optional.of(TurnCancelTest.provider(SessionMethodsTest::answerOrWait)), b -> b)) {
            for (int i = 0; i < 1000; i++) {
                ConversationSession session = fixture.open();
                session.observe(new RecordingObserver());
                CompletableFuture<AiReturn> turn = session.sendAsync(i % 2 == 0 ? "Go." : "Wait.");
                if (i % 2 == 0) {
                    turn.get(60, TimeUnit.SECONDS);
                }
                session.close();
                assertThat(turn.get(60, TimeUnit.SECONDS).isOk()).isEqualTo(i % 2 == 0);
            }
            assertThat(fixture.clock.pending()).isZero();
        }
    }

    @SuppressWarnings("try") // the subscription is there to be closed
    private static AiReturn answerOrWait(AiCall call) {
        if (call.body().interactions().get(1).text().equals("Go.")) {
            return AiReturn.ofText("Done.");
        }
        CountDownLatch cancelled = new CountDownLatch(1);
        try (Subscription subscription = call.cancellation().onCancel(cancelled::countDown)) {
            RecordingObserver.await(cancelled);
            return AiReturn.failed(AiError.of(AiError.Category.CANCELLED, "cancelled", ""));
        }
    }
}
