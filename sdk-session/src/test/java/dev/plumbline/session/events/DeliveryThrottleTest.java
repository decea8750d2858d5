package dev.plumbline.session.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.SessionOptions.Coalescing;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How often a view is called while text flows. */
@Timeout(120)
class DeliveryThrottleTest {
    private final VirtualClock clock = VirtualClock.create();
    private final List<String> shown = new ArrayList<>();
    private long sequence;

    private SubscriberQueue box(Coalescing window) {
        return box(window, Runnable::run);
    }

    private SubscriberQueue box(Coalescing window, Executor viewers) {
        SubscriberQueue.Receiver outlet = new SubscriberQueue.Receiver() {
            @Override
            public void next(SessionEvent event) {
                shown.add(event instanceof SessionEvent.Text text ? text.piece() : "*");
            }

            @Override
            public void complete() {
                shown.add("end");
            }

            @Override
            public void failed(Throwable why) {}
        };
        SubscriberQueue box = new SubscriberQueue(viewers, outlet, DeliveryThrottle.of(clock, () -> window));
        box.request(Long.MAX_VALUE);
        box.open();
        return box;
    }

    private void say(SubscriberQueue box, String text) {
        box.offer(new SessionEvent.Text(++sequence, CallIds.NONE, text));
        box.wake();
    }

    private void other(SubscriberQueue box) {
        box.offer(new SessionEvent.RoundStarted(++sequence, CallIds.NONE));
        box.wake();
    }

    @Test
    @Tag("SH23")
    @Tag("D8")
    void first_comesAtOnce_theRestWhenItsTimeHasCome() {
        SubscriberQueue box = box(Coalescing.BALANCED);
        say(box, "a");
        assertThat(shown).containsExactly("a");
        say(box, "b");
        clock.advance(Duration.ofMillis(60));
        say(box, "c");
        clock.advance(Duration.ofMillis(39));
        assertThat(shown).containsExactly("a");
        clock.advance(Duration.ofMillis(1));
        assertThat(shown).containsExactly("a", "bc");
        clock.advance(Duration.ofSeconds(5));
        say(box, "d");
        assertThat(shown).containsExactly("a", "bc", "d");
    }

    @Test
    @Tag("SH23")
    void enough_comesWithoutWaiting() {
        SubscriberQueue box = box(Coalescing.LOW_LATENCY);
        say(box, "a");
        clock.advance(Duration.ofMillis(16));
        say(box, "0123456789");
        assertThat(shown).hasSize(1);
        say(box, "012345");
        assertThat(shown).containsExactly("a", "0123456789012345");
    }

    @Test
    @Tag("SH23")
    void more_thanAScreenCanShow_waitsForTheNextFrame() {
        SubscriberQueue box = box(Coalescing.LOW_LATENCY);
        IntStream.range(0, 100).forEach(i -> say(box, "0123456789"));
        clock.advance(Duration.ofMillis(15));
        assertThat(shown).containsExactly("0123456789");
        clock.advance(Duration.ofMillis(1));
        assertThat(shown).hasSize(2).last().isEqualTo("0123456789".repeat(99));
        other(box);
        say(box, "0123456789012345");
        assertThat(shown)
                .as("what is no text waits for no frame")
                .hasSize(3)
                .last()
                .isEqualTo("*");
        clock.advance(Duration.ofMillis(16));
        assertThat(shown).hasSize(4);
    }

    @Test
    void window_ofNoTime_holdsNothingBack() {
        SubscriberQueue box = box(new Coalescing(1, Duration.ZERO));
        IntStream.range(0, 5).forEach(i -> say(box, "a"));
        assertThat(shown).hasSize(5);
    }

    @Test
    @Tag("SH150")
    @Tag("D8")
    void whatIsNoText_comesAtOnce_behindTheTextBeforeIt() {
        SubscriberQueue box = box(Coalescing.BATTERY_SAVER);
        say(box, "a");
        say(box, "b");
        other(box);
        assertThat(shown).containsExactly("a", "b", "*");
        say(box, "c");
        box.complete();
        assertThat(shown).containsExactly("a", "b", "*", "c", "end");
    }

    @Test
    @Tag("SH29")
    void manyEventsAtOnce_leaveTheScreenToOthersInBetween() {
        Queue<Runnable> ui = new ArrayDeque<>();
        SubscriberQueue box = box(Coalescing.BALANCED, ui::add);
        IntStream.range(0, 300).forEach(i -> other(box));
        box.complete();
        assertThat(ui).hasSize(1);
        ui.remove().run();
        assertThat(shown).as("delivered in one task").hasSizeBetween(1, 20);
        assertThat(ui).as("the rest comes in tasks of its own").hasSize(1);
        while (!ui.isEmpty()) {
            ui.remove().run();
        }
        assertThat(shown).hasSize(301).endsWith("*", "end");
    }

    /** A piece every 10 ms: each call but the first and the last brings enough, or comes when enough time has passed. */
    @ParameterizedTest
    @Tag("SH36")
    @Tag("SH150")
    @Tag("C107")
    @Tag("M4")
    @MethodSource("presets")
    void preset_isKept_andNothingIsLost(Coalescing window) {
        SubscriberQueue box = box(window);
        StringBuilder said = new StringBuilder();
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            String word = "word" + i % 7 + " ";
            said.append(word);
            say(box, word);
            for (int before = times.size(); before < shown.size(); before++) {
                times.add(clock.nanoTime());
            }
            clock.advance(Duration.ofMillis(10));
            for (int before = times.size(); before < shown.size(); before++) {
                times.add(clock.nanoTime());
            }
        }
        box.complete();
        assertThat(String.join("", shown)).isEqualTo(said + "end");
        for (int i = 1; i < times.size(); i++) {
            boolean enough = shown.get(i).length() >= window.characters();
            boolean late = times.get(i) - times.get(i - 1) >= window.time().toNanos();
            assertThat(enough || late).isTrue();
            assertThat(times.get(i) - times.get(i - 1))
                    .isLessThanOrEqualTo(window.time().toNanos() + 10_000_000);
        }
    }

    static List<Coalescing> presets() {
        return List.of(Coalescing.LOW_LATENCY, Coalescing.BALANCED, Coalescing.BATTERY_SAVER);
    }

    @Test
    void proposals_ofOneCallAreJoined_thoseOfTwoAreNot() {
        List<SessionEvent> came = new ArrayList<>();
        SubscriberQueue box = new SubscriberQueue(Runnable::run, listing(came), DeliveryThrottle.unheld(clock));
        box.offer(new SessionEvent.ToolProposed(1, CallIds.NONE, 0, "draw", "{"));
        box.offer(new SessionEvent.ToolProposed(2, CallIds.NONE, 0, "draw", "}"));
        box.offer(new SessionEvent.ToolProposed(3, CallIds.NONE, 1, "erase", "{}"));
        box.request(Long.MAX_VALUE);
        box.open();
        assertThat(came)
                .containsExactly(
                        new SessionEvent.ToolProposed(2, CallIds.NONE, 0, "draw", "{}", 2),
                        new SessionEvent.ToolProposed(3, CallIds.NONE, 1, "erase", "{}"));
    }

    private static SubscriberQueue.Receiver listing(List<SessionEvent> came) {
        return new SubscriberQueue.Receiver() {
            @Override
            public void next(SessionEvent event) {
                came.add(event);
            }

            @Override
            public void complete() {}

            @Override
            public void failed(Throwable why) {}
        };
    }
}
