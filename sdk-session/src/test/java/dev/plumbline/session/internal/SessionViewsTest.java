package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall.DeltaSink;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class SessionViewsTest {

    @Test
    @Tag("SH151")
    @Tag("F120")
    @DisplayName("120 a blocked view delays nobody, and its text is joined")
    void blockedView_neverDelaysTheTurnAndMissesNothing() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says(
                    IntStream.range(0, 500).mapToObj(i -> "w" + i + " ").toArray(String[]::new));
            ConversationSession session = fixture.open();
            CountDownLatch release = new CountDownLatch(1);
            AtomicInteger calls = new AtomicInteger();
            StringBuilder shown = new StringBuilder();
            CountDownLatch finished = new CountDownLatch(1);
            session.observe(new ConversationObserver() {
                @Override
                public void onTurnStarted(Interaction.User input) {
                    RecordingObserver.await(release);
                }

                @Override
                public void onText(String piece) {
                    calls.incrementAndGet();
                    shown.append(piece);
                }

                @Override
                public void onFinished(AiReturn ret) {
                    finished.countDown();
                }
            });

            AiReturn ret = session.send("Count.");
            release.countDown();
            RecordingObserver.await(finished);

            assertThat(shown.toString()).isEqualTo(ret.text());
            assertThat(calls.get()).isEqualTo(1);
        }
    }

    static Stream<Throwable> throwables() {
        return Stream.of(
                new IllegalStateException("secret"),
                new IOException("secret"),
                new StackOverflowError("secret"),
                new OutOfMemoryError("secret"),
                new LinkageError("secret"));
    }

    @SuppressWarnings("unchecked") // no view may throw a checked exception, and some do
    private static <T extends Throwable> void doThrow(Throwable any) throws T {
        throw (T) any;
    }

    @ParameterizedTest
    @Tag("SH12")
    @Tag("C31")
    @Tag("F119")
    @Tag("A32")
    @Tag("A37")
    @Tag("B32")
    @MethodSource("throwables")
    @DisplayName("119 a view that throws misses that event only, is reported once and disturbs nobody")
    void throwingView_isolatedAndReportedOnce(Throwable thrown) throws Exception {
        try (EngineFixture fixture = new EngineFixture();
                Log log = new Log()) {
            fixture.provider.says("a").says("b");
            ConversationSession session = fixture.open();
            session.observe(new ConversationObserver() {
                @Override
                public void onEvent(SessionEvent event) {
                    SessionViewsTest.<RuntimeException>doThrow(thrown);
                }
            });
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            assertThat(session.send("One?").isOk()).isTrue();
            assertThat(session.send("Two?").isOk()).isTrue();
            seen.afterTurns(2);
            session.close();

            fixture.threads.shutdown();
            assertThat(fixture.threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(log.lines).hasSize(1).allMatch(line -> !line.contains("secret"));
            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.ExtensionFailed.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    void closedSubscription_seesNoMore() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("a").says("b");
            ConversationSession session = fixture.open();
            RecordingObserver gone = new RecordingObserver();
            RecordingObserver seen = new RecordingObserver();
            Subscription subscription = session.observe(gone);
            session.observe(seen);
            session.send("One?");
            gone.afterTurns(1);

            subscription.close();
            session.send("Two?");
            seen.afterTurns(2);

            assertThat(gone.finished()).hasSize(1);
        }
    }

    @Test
    @Tag("SH29")
    @Tag("F121")
    void views_onTheUiThreadOfTheHost() {
        Queue<Runnable> ui = new ArrayDeque<>();
        HostApplication host = HostApplication.of(
                task -> {
                    synchronized (ui) {
                        ui.add(task);
                    }
                },
                () -> false);
        try (EngineFixture fixture = new EngineFixture(b -> b.host(host))) {
            fixture.provider.says("a");
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            session.send("One?");

            assertThat(seen.events()).isEmpty();
            drain(ui);
            assertThat(seen.finished()).hasSize(1);
        }
    }

    @Test
    @Tag("F121")
    @DisplayName("121 a view may cancel, look and send from inside its call: no lock is held meanwhile")
    void view_thatActsFromInsideItsCall_isNotBlocked() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("a", "b", "c");
            ConversationSession session = fixture.open();
            CountDownLatch looked = new CountDownLatch(1);
            CountDownLatch finished = new CountDownLatch(1);
            session.observe(new ConversationObserver() {
                @Override
                public void onTurnStarted(Interaction.User input) {
                    fixture.threads.execute(() -> {
                        session.path();
                        looked.countDown();
                    });
                    RecordingObserver.await(looked); // another thread gets at the session while this call lasts
                    session.cancel("enough");
                }

                @Override
                public void onFinished(AiReturn ret) {
                    finished.countDown();
                }
            });
            session.sendAsync("Go on.");
            RecordingObserver.await(finished);
            assertThat(session.isRunning()).isFalse();
        }
    }

    private static void drain(Queue<Runnable> ui) {
        for (Runnable task = ui.poll(); task != null; task = ui.poll()) {
            task.run();
        }
    }

    @Test
    @Tag("SH29")
    @Tag("SH88")
    void progress_thatNobodySawYet_isReplacedByNewerNews() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            CountDownLatch look = new CountDownLatch(1);
            fixture.tools.tool("draw", (call, scope) -> {
                for (int i = 1; i <= 1000; i++) {
                    double fraction = i / 1000d;
                    scope.tell(watch -> watch.progressed(call, fraction, "wall " + Math.round(fraction * 1000)));
                }
                look.countDown();
                return ToolEnvelope.ok(1);
            });
            fixture.provider.callsTool("draw", Map.of()).says("Done.");
            ConversationSession session = fixture.open();
            List<String> shown = new CopyOnWriteArrayList<>();
            RecordingObserver seen = new RecordingObserver();
            session.observe(new ConversationObserver() {
                @Override
                public void onEvent(SessionEvent event) {
                    ConversationObserver.super.onEvent(event);
                    seen.onEvent(event);
                }

                @Override
                public void onTurnStarted(Interaction.User input) {
                    RecordingObserver.await(look);
                }

                @Override
                public void onToolProgress(Interaction.ToolCall call, double fraction, String note) {
                    shown.add(call.name() + " " + fraction + " " + note);
                }
            });

            session.send("Draw.");

            List<SessionEvent> events = seen.afterTurns(1);
            assertThat(shown).containsExactly("draw 1.0 wall 1000");
            assertThat(events)
                    .filteredOn(event -> event.getClass().getSimpleName().startsWith("Tool"))
                    .extracting(event -> event.getClass().getSimpleName())
                    .containsExactly("ToolCalled", "ToolProgressed", "ToolFinished");
            assertThat(events.toString()).doesNotContain("wall 1000");
        }
    }

    @Test
    void delivered_onlyOnceSomebodyGotContent() {
        List<Boolean> delivered = new ArrayList<>();
        try (EngineFixture fixture = new EngineFixture(
                2,
                Optional.of(TurnCancelTest.provider(call -> {
                    call.sink().accept(new AiDelta.Text(""));
                    delivered.add(call.sink().hasDelivered());
                    AiReturn ret = AiReturn.ofText("a");
                    ret.deltas().forEach(call.sink());
                    delivered.add(call.sink().hasDelivered());
                    return ret;
                })),
                b -> b.executor(Runnable::run))) {
            ConversationSession session = fixture.open();
            session.send("Nobody looks.");
            session.observe(new RecordingObserver());
            session.send("Somebody looks.");

            assertThat(delivered).containsExactly(false, false, false, true);
        }
    }

    @Test
    @Tag("C87")
    void words_afterTheirCallReturned_areDropped() {
        AtomicReference<DeltaSink> kept = new AtomicReference<>();
        AiProvider late = TurnCancelTest.provider(call -> {
            AiReturn ret = kept.get() == null
                    ? AiReturn.builder()
                            .deltas(List.of(new AiDelta.ToolCallPart(0, "a", "wait", "{}")))
                            .build()
                    : AiReturn.ofText("Done.");
            kept.compareAndSet(null, call.sink());
            return ret;
        });
        try (EngineFixture fixture = new EngineFixture(2, Optional.of(late), b -> b.executor(Runnable::run))) {
            fixture.tools.tool("wait", (call, scope) -> {
                kept.get().accept(new AiDelta.Text("late"));
                return ToolEnvelope.ok(1);
            });
            ConversationSession session = fixture.open();
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);

            assertThat(session.send("Go.").text()).isEqualTo("Done.");
            assertThat(RecordingObserver.shown(seen.events())).isEqualTo("Done.");
        }
    }

    @Test
    void telemetry_ofALife_hasNoWords() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.says("wombat");
            ConversationSession session = fixture.open();
            session.send("wombat?");
            session.close();

            assertThat(fixture.telemetry)
                    .hasExactlyElementsOfTypes(
                            TelemetryEvent.SessionOpened.class,
                            TelemetryEvent.TurnStarted.class,
                            TelemetryEvent.RoundStarted.class,
                            TelemetryEvent.RoundFinished.class,
                            TelemetryEvent.TurnFinished.class,
                            TelemetryEvent.SessionClosed.class);
            assertThat(fixture.telemetry.toString()).doesNotContain("wombat");
            assertThat(session.toString()).doesNotContain("wombat");
        }
    }

    @Test
    void emptyFilter_saidOncePerSession() {
        try (EngineFixture fixture = new EngineFixture();
                Log log = new Log()) {
            fixture.tools.echo("a").echo("b").echo("c").echo("d");
            fixture.provider.says("a").says("b");
            ConversationSession session =
                    fixture.open(AiBody.builder().addSystem("s").toolFilter("").build());
            session.send("One?");
            session.send("Two?");
            fixture.open(AiBody.builder().toolFilter("").build());

            assertThat(log.lines).containsExactly("4 tools, but this body's toolFilter is empty");
        }
    }

    @Test
    void narrowedTurn_isNoSurprise() {
        try (EngineFixture fixture = new EngineFixture();
                Log log = new Log()) {
            fixture.tools.echo("a");
            fixture.provider.says("a");
            SessionOptions none = SessionOptions.builder().toolFilter("").build();

            fixture.open().send(Interaction.user("Go."), none);

            assertThat(fixture.provider.calls().get(0).tools()).isEmpty();
            assertThat(log.lines).isEmpty();
        }
    }

    /** Records what the module logs. */
    private static final class Log extends Handler implements AutoCloseable {
        private static final List<Logger> LOGGERS =
                List.of(Logger.getLogger("dev.plumbline.session"), Logger.getLogger("dev.plumbline.failures"));
        final List<String> lines = new CopyOnWriteArrayList<>();

        Log() {
            for (Logger logger : LOGGERS) {
                logger.addHandler(this);
                logger.setUseParentHandlers(false);
            }
        }

        @Override
        public void publish(LogRecord line) {
            lines.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            for (Logger logger : LOGGERS) {
                logger.removeHandler(this);
                logger.setUseParentHandlers(true);
            }
        }
    }
}
