package dev.plumbline.session.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.CallIds;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.time.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EventDispatcherTest {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final VirtualClock clock = VirtualClock.create();
    private final List<Throwable> reported = new ArrayList<>();
    private final EventDispatcher events =
            new EventDispatcher(Runnable::run, Runnable::run, clock, (name, thrown) -> reported.add(thrown));

    private void pass(int intervals) {
        for (int i = 0; i < intervals; i++) {
            try {
                clock.advance(INTERVAL);
            } catch (IllegalStateException thrownByTheBeat) {
                assertThat(thrownByTheBeat).hasMessage("broken");
            }
        }
    }

    @Test
    @DisplayName("J21 a heartbeat whose receiver fails once goes on, and the failure is reported")
    void j21_heartbeatThatFails_goesOn() {
        List<Duration> beats = new ArrayList<>();
        Subscription heartbeat = events.heartbeat(INTERVAL, running -> {
            beats.add(running);
            if (beats.size() == 1) {
                throw new IllegalStateException("broken");
            }
        });
        pass(3);
        heartbeat.close();
        pass(3);
        assertThat(beats).containsExactly(INTERVAL, INTERVAL.multipliedBy(2), INTERVAL.multipliedBy(3));
        assertThat(reported).hasSize(1);
        assertThat(clock.pending()).isZero();
    }

    @Test
    @DisplayName("A15 a heartbeat that is closed by its receiver is over")
    void a15_closedByItsReceiver_isOver() {
        List<Duration> beats = new ArrayList<>();
        Subscription[] heartbeat = new Subscription[1];
        heartbeat[0] = events.heartbeat(INTERVAL, running -> {
            beats.add(running);
            heartbeat[0].close();
        });
        pass(3);
        assertThat(beats).hasSize(1);
        assertThat(clock.pending()).isZero();
    }

    @Test
    @DisplayName("J24 a view that is late can tell joined pieces and replaced progress from a loss")
    void j24_lateView_seesNoGap() {
        List<Runnable> later = new ArrayList<>();
        List<SessionEvent> seen = new ArrayList<>();
        EventDispatcher late = new EventDispatcher(later::add, later::add, clock, (name, thrown) -> {});
        Subscription view = late.observe(new ConversationObserver() {
            @Override
            public void onEvent(SessionEvent event) {
                seen.add(event);
            }
        });
        late.offer(number -> new SessionEvent.RoundStarted(number, CallIds.NONE));
        for (String piece : List.of("The ", "wall ", "is ")) {
            late.offerReplaceable(number -> new SessionEvent.Progressed(number, CallIds.NONE, TurnProgress.IDLE));
            late.offer(number -> new SessionEvent.Text(number, CallIds.NONE, piece));
        }
        late.offer(number -> new SessionEvent.Reset(number, CallIds.NONE));
        late.wake();
        while (!later.isEmpty()) {
            later.remove(0).run();
        }
        view.close();

        long before = 0;
        for (SessionEvent event : seen) {
            assertThat(event.sequence()).isEqualTo(before + event.pieces());
            before = event.sequence();
        }
        assertThat(before).isEqualTo(5);
        assertThat(seen).hasSizeLessThan(8);
    }
}
