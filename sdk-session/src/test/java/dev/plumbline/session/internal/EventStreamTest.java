package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.session.ConversationSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The events of a session as a Flow.Publisher. */
@Timeout(120)
class EventStreamTest {
    @Test
    @Tag("SH11")
    @Tag("SH24")
    @Tag("SH28")
    @Tag("SH147")
    void stream_honoursDemandAndCompletesAtClose() {
        try (EngineFixture fixture = new EngineFixture(b -> b.executor(Runnable::run))) {
            fixture.provider.says("a", "b", "c");
            ConversationSession session = fixture.open();
            Reading reading = new Reading();
            session.stream().subscribe(reading);

            session.send("Go.");
            assertThat(reading.events).isEmpty();
            reading.subscription.request(4);
            assertThat(reading.events).hasSize(4);
            assertThat(reading.events.get(3))
                    .isInstanceOfSatisfying(
                            SessionEvent.Text.class,
                            text -> assertThat(text.piece()).isEqualTo("abc"));
            session.close();
            assertThat(reading.completed).isZero();
            reading.subscription.request(Long.MAX_VALUE);

            assertThat(reading.events.get(reading.events.size() - 1)).isInstanceOf(SessionEvent.TurnFinished.class);
            assertThat(reading.completed).isEqualTo(1);
        }
    }

    @Test
    void stream_refusesToBeAskedForNothing() {
        try (EngineFixture fixture = new EngineFixture(b -> b.executor(Runnable::run))) {
            fixture.provider.says("a");
            ConversationSession session = fixture.open();
            Reading reading = new Reading();
            session.stream().subscribe(reading);
            session.send("Go.");

            reading.subscription.request(0);
            reading.subscription.request(10);

            assertThat(reading.error).isInstanceOf(IllegalArgumentException.class);
            assertThat(reading.events).isEmpty();
        }
    }

    @Test
    void stream_ofAClosedSession() {
        try (EngineFixture fixture = new EngineFixture(b -> b.executor(Runnable::run))) {
            ConversationSession session = fixture.open();
            Flow.Publisher<SessionEvent> stream = session.stream();
            session.close();
            Reading late = new Reading();

            stream.subscribe(late);

            assertThat(late.completed).isEqualTo(1);
            assertThatIllegalStateException().isThrownBy(session::stream);
        }
    }

    @Test
    @Tag("SH24")
    void streamOfATurn_endsWithIt() {
        try (EngineFixture fixture = new EngineFixture(b -> b.executor(Runnable::run))) {
            fixture.provider.says("a").says("b").says("c");
            ConversationSession session = fixture.open();
            session.send("Before.");
            Reading reading = new Reading();
            session.streamTurn(ConversationSession.UnsubscribeAction.CANCELS_TURN)
                    .subscribe(reading);
            reading.subscription.request(2);
            session.continueFrom(session.head());
            session.send("Go.");
            assertThat(reading.events).hasSize(2);
            assertThat(reading.completed).isZero();
            session.send("After.");
            reading.subscription.request(Long.MAX_VALUE);

            assertThat(reading.completed).isEqualTo(1);
            assertThat(reading.events.get(0)).isInstanceOf(SessionEvent.TurnStarted.class);
            assertThat(reading.events.get(reading.events.size() - 1)).isInstanceOf(SessionEvent.TurnFinished.class);
            assertThat(reading.events.stream().map(event -> event.ids().turn()).distinct())
                    .hasSize(1);
            reading.subscription.cancel();
            session.close();
            assertThat(reading.completed).isEqualTo(1);
        }
    }

    @Test
    @Tag("SH24")
    void subscriberOfATurn_thatLeaves_cancelsItIfSaidSo() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            for (ConversationSession.UnsubscribeAction leaving : ConversationSession.UnsubscribeAction.values()) {
                fixture.provider.blocksUntilCancelled("a");
                ConversationSession session = fixture.open();
                CountDownLatch began = new CountDownLatch(1);
                Reading reading = new Reading() {
                    @Override
                    public void onNext(SessionEvent event) {
                        super.onNext(event);
                        began.countDown();
                    }
                };
                session.streamTurn(leaving).subscribe(reading);
                reading.subscription.request(1);
                CompletableFuture<AiReturn> turn = session.sendAsync("Go.");
                RecordingObserver.await(began);
                reading.subscription.cancel();
                assertThat(session.isRunning())
                        .isEqualTo(leaving == ConversationSession.UnsubscribeAction.TURN_GOES_ON);
                session.cancel("enough");
                assertThat(turn.get().status()).isEqualTo(AiReturn.Status.CANCELLED);
                assertThat(reading.completed).isZero();
            }
        }
    }

    private static class Reading implements Flow.Subscriber<SessionEvent> {
        final List<SessionEvent> events = new ArrayList<>();
        Flow.Subscription subscription;
        Throwable error;
        int completed;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(SessionEvent event) {
            events.add(event);
        }

        @Override
        public void onError(Throwable thrown) {
            error = thrown;
        }

        @Override
        public void onComplete() {
            completed++;
        }
    }
}
