package dev.plumbline.metrics.internal;

import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.CANCELLED;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.CANCELLING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.COMPLETED;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.FAILED;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.IDLE;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.STREAMING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.TOOL_EXECUTING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.WAITING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.WORKING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionEvent.TurnProgress.State;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.metrics.SampleEvents;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

class ProgressStateLawTest {
    private static final Set<State> BUSY = EnumSet.of(WORKING, STREAMING, TOOL_EXECUTING, WAITING);
    private static final Map<State, Set<State>> FOLLOWS = follows();

    private static Map<State, Set<State>> follows() {
        Map<State, Set<State>> map = new EnumMap<>(State.class);
        Set<State> fromBusy = EnumSet.copyOf(BUSY);
        fromBusy.addAll(EnumSet.of(CANCELLING, CANCELLED, COMPLETED, FAILED));
        BUSY.forEach(state -> map.put(state, fromBusy));
        map.put(CANCELLING, EnumSet.of(CANCELLED, COMPLETED, FAILED, WORKING));
        EnumSet.of(IDLE, CANCELLED, COMPLETED, FAILED).forEach(state -> map.put(state, EnumSet.of(WORKING)));
        return map;
    }

    @Provide
    Arbitrary<List<TelemetryEvent>> events() {
        return Arbitraries.of(
                        SampleEvents.turnStarted(),
                        SampleEvents.roundStarted(),
                        SampleEvents.attemptStarted(),
                        SampleEvents.firstContent(10),
                        SampleEvents.callFinished(20, 2),
                        SampleEvents.toolsRequested(3),
                        SampleEvents.toolStarted(1),
                        SampleEvents.toolStarted(2),
                        SampleEvents.toolProgressed(1, 0.5),
                        SampleEvents.toolFinished(1, "ok"),
                        SampleEvents.toolFinished(2, "ok"),
                        SampleEvents.waiting(),
                        SampleEvents.cancelling(),
                        SampleEvents.turnFinished(),
                        SampleEvents.turnFinished(AiError.Category.CANCELLED),
                        SampleEvents.turnFinished(AiError.Category.NETWORK))
                .list()
                .ofMaxSize(60);
    }

    @Property
    @Tag("SH124")
    @Tag("SH130")
    @Label("Progress: whatever happens in whatever order, only states follow that may")
    void transitions(@ForAll("events") List<TelemetryEvent> events) {
        ProgressStateMachine machine = new ProgressStateMachine();
        State before = IDLE;
        for (TelemetryEvent event : events) {
            State now = machine.move(event).map(TurnProgress::state).orElse(before);
            if (now != before) {
                assertThat(FOLLOWS.get(before)).contains(now);
                assertThat(now != WORKING || BUSY.contains(before) || event instanceof TelemetryEvent.TurnStarted)
                        .isTrue();
            }
            before = now;
        }
    }

    @Property
    @Label("Progress: the percent of a batch never falls and stays between 0 and 100")
    void percent(@ForAll("events") List<TelemetryEvent> events) {
        ProgressStateMachine machine = new ProgressStateMachine();
        int before = 0;
        for (TelemetryEvent event : events) {
            before = event instanceof TelemetryEvent.ToolsRequested || event instanceof TelemetryEvent.TurnStarted
                    ? 0
                    : before;
            TurnProgress now = machine.move(event).orElse(TurnProgress.IDLE);
            if (now.state() == TOOL_EXECUTING && now.percent().isPresent()) {
                assertThat(now.percent().getAsInt()).isBetween(before, 100);
                before = now.percent().getAsInt();
            }
        }
    }

    @Property
    @Tag("SH125")
    @Tag("SH130")
    @Label(
            "Progress: a watcher sees each turn's first and last state, the rest at most every 100 ms, and ends where it is")
    void pace(@ForAll("events") List<TelemetryEvent> events, @ForAll @IntRange(max = 60) int step) {
        VirtualClock clock = VirtualClock.create();
        ProgressService service = ProgressService.of(clock, Runnable::run);
        List<TurnProgress> seen = new ArrayList<>();
        List<Long> when = new ArrayList<>();
        service.watch("s", now -> {
            seen.add(now);
            when.add(clock.nanoTime());
        });
        ProgressStateMachine all = new ProgressStateMachine();
        List<TurnProgress> moves = new ArrayList<>();
        for (TelemetryEvent event : events) {
            all.move(event).ifPresent(moves::add);
            service.onEvent(event);
            clock.advance(Duration.ofMillis(step));
        }
        clock.advance(ThrottledWatcher.PACE);
        assertThat(seen.isEmpty()).isEqualTo(moves.isEmpty());
        assertThat(ends(seen)).isEqualTo(ends(moves));
        if (!moves.isEmpty()) {
            assertThat(seen.get(seen.size() - 1)).isEqualTo(moves.get(moves.size() - 1));
        }
        for (int i = 1; i < seen.size(); i++) {
            boolean edge =
                    seen.get(i).state().isOver() || seen.get(i - 1).state().isOver();
            assertThat(edge || when.get(i) - when.get(i - 1) >= ThrottledWatcher.PACE.toNanos())
                    .isTrue();
        }
    }

    private static List<State> ends(List<TurnProgress> progress) {
        return progress.stream().map(TurnProgress::state).filter(State::isOver).toList();
    }
}
