package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.session.ConversationSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second caller waits in line, if the options say so. */
@Timeout(120)
class TurnQueueTest {
    private static final SessionOptions PATIENT =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private static ConversationSession open(EngineFixture fixture) {
        return fixture.engine.open(AiBody.builder().build(), PATIENT);
    }

    private static void awaitTheModelIsAsked(EngineFixture fixture) {
        while (fixture.provider.calls().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static CompletableFuture<AiReturn> say(ConversationSession session, String text) {
        return session.sendAsync(Interaction.user(text), SessionOptions.none());
    }

    @Test
    @Tag("F125")
    @DisplayName("125 two messages at once wait in line: answered one after the other, never interleaved")
    void line() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("One").says("Two.").says("Three.");
            ConversationSession session = open(fixture);
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            CompletableFuture<AiReturn> first = say(session, "1");
            CompletableFuture<AiReturn> second = say(session, "2");
            CompletableFuture<AiReturn> third = say(session, "3");

            awaitTheModelIsAsked(fixture);
            session.cancel("enough of the first");

            assertThat(first.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(second.get(60, TimeUnit.SECONDS).text()).isEqualTo("Two.");
            assertThat(third.get(60, TimeUnit.SECONDS).text()).isEqualTo("Three.");
            assertThat(turns(seen.afterTurns(3)))
                    .containsSubsequence("start", "end", "start", "end", "start", "end")
                    .filteredOn(line -> !line.equals("queued"))
                    .hasSize(6);
            assertThat(session.path().stream()
                            .flatMap(entry -> entry.interactions().stream())
                            .filter(Interaction.User.class::isInstance)
                            .map(Interaction::text))
                    .endsWith("2", "3");
        }
    }

    private static List<String> turns(List<SessionEvent> events) {
        List<String> turns = new ArrayList<>();
        for (SessionEvent event : events) {
            if (event instanceof SessionEvent.TurnStarted) {
                turns.add("start");
            } else if (event instanceof SessionEvent.TurnFinished) {
                turns.add("end");
            } else if (event instanceof SessionEvent.TurnQueued) {
                turns.add("queued");
            } else if (event instanceof SessionEvent.TurnWithdrawn) {
                turns.add("withdrawn");
            }
        }
        return turns;
    }

    @Test
    @DisplayName("N11 views are told of a turn that waits, and whether it begins or is withdrawn, under one id")
    void n11_queuedTurn_isToldToViews() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled("One").says("Three.");
            ConversationSession session = open(fixture);
            RecordingObserver seen = new RecordingObserver();
            session.observe(seen);
            CompletableFuture<AiReturn> first = say(session, "1");
            CompletableFuture<AiReturn> second = say(session, "2");
            CompletableFuture<AiReturn> third = say(session, "3");
            awaitTheModelIsAsked(fixture);
            second.cancel(false);
            first.cancel(false);
            third.get(60, TimeUnit.SECONDS);

            List<SessionEvent> events = seen.afterTurns(2);
            assertThat(turns(events)).containsExactly("start", "queued", "queued", "withdrawn", "end", "start", "end");
            List<SessionEvent> queued = events.stream()
                    .filter(SessionEvent.TurnQueued.class::isInstance)
                    .toList();
            assertThat(queued)
                    .extracting(
                            event -> ((SessionEvent.TurnQueued) event).input().text())
                    .containsExactly("2", "3");
            assertThat(events)
                    .filteredOn(SessionEvent.TurnWithdrawn.class::isInstance)
                    .extracting(event -> event.ids().turn())
                    .containsExactly(queued.get(0).ids().turn());
            assertThat(events)
                    .filteredOn(SessionEvent.TurnStarted.class::isInstance)
                    .extracting(event -> event.ids().turn())
                    .endsWith(queued.get(1).ids().turn());
        }
    }

    @Test
    void cancelledInTheLine_neverBegins() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled().says("Three.");
            ConversationSession session = open(fixture);
            CompletableFuture<AiReturn> first = say(session, "1");
            CompletableFuture<AiReturn> second = say(session, "2");
            CompletableFuture<AiReturn> third = say(session, "3");

            awaitTheModelIsAsked(fixture);
            second.cancel(false);
            first.cancel(false);

            assertThat(third.get(60, TimeUnit.SECONDS).text()).isEqualTo("Three.");
            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.TurnStarted.class::isInstance)
                    .hasSize(2);
            assertThat(fixture.telemetry)
                    .filteredOn(TelemetryEvent.TurnFinished.class::isInstance)
                    .hasSize(2);
            assertThat(session.body().interactions())
                    .extracting(Interaction::text)
                    .doesNotContain("2");
        }
    }

    @Test
    void close_endsThoseThatWait() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = open(fixture);
            CompletableFuture<AiReturn> first = say(session, "1");
            CompletableFuture<AiReturn> second = say(session, "2");

            session.close();

            assertThat(first.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(second.get(60, TimeUnit.SECONDS).status()).isEqualTo(AiReturn.Status.CANCELLED);
            assertThat(second.join().ids().turn()).isNotEmpty();
        }
    }

    @Test
    void timeOfATurn_beginsWhenItDoes() throws Exception {
        SessionOptions short1 = SessionOptions.builder()
                .budget(Budget.ofDefaults().withTime(Duration.ofMinutes(1)))
                .build();
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled().says("Two.");
            ConversationSession session = open(fixture);
            CompletableFuture<AiReturn> first = say(session, "1");
            CompletableFuture<AiReturn> second = session.sendAsync(Interaction.user("2"), short1);
            awaitTheModelIsAsked(fixture);
            fixture.clock.advance(Duration.ofMinutes(2));

            first.cancel(false);

            assertThat(second.get(60, TimeUnit.SECONDS).text()).isEqualTo("Two.");
        }
    }

    @Test
    void impatientOnes_areRefusedWhileOthersWait() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.provider.blocksUntilCancelled();
            ConversationSession session = open(fixture);
            say(session, "1");
            say(session, "2");

            assertThatIllegalStateException().isThrownBy(session::runAsync).withMessageContaining("busy");
            SessionOptions refusing = SessionOptions.builder()
                    .busyAction(SessionOptions.BusyAction.REFUSE)
                    .build();
            assertThatIllegalStateException()
                    .isThrownBy(() -> session.sendAsync(Interaction.user("3"), refusing))
                    .withMessageContaining("busy");
        }
    }
}
