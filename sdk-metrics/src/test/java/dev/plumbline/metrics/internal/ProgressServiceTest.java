package dev.plumbline.metrics.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionEvent.TurnProgress.State;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.metrics.SampleEvents;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.time.Subscription;
import dev.plumbline.ui.HostApplication;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProgressServiceTest {
    private final VirtualClock clock = VirtualClock.create();
    private final Deque<Runnable> ui = new ArrayDeque<>();
    private final HostApplication host = HostApplication.of(ui::add, () -> false);
    private final ProgressService service = ProgressService.of(clock, host::execute);
    private final List<TurnProgress> seen = new ArrayList<>();

    private void happens(TelemetryEvent... events) {
        for (TelemetryEvent event : events) {
            service.onEvent(event);
            clock.advance(ThrottledWatcher.PACE);
        }
        while (!ui.isEmpty()) {
            ui.remove().run();
        }
    }

    private List<State> states() {
        return seen.stream().map(TurnProgress::state).toList();
    }

    @Test
    @Tag("SH130")
    void turn_goesFromWorkingOverStreamingToCompleted() {
        service.watch("s", seen::add);
        happens(
                SampleEvents.turnStarted(),
                SampleEvents.attemptStarted(),
                SampleEvents.firstContent(9),
                SampleEvents.callFinished(20, 2));
        happens(SampleEvents.turnFinished());
        assertThat(states()).containsExactly(State.WORKING, State.STREAMING, State.WORKING, State.COMPLETED);
        assertThat(seen.get(3).percent()).hasValue(100);
    }

    @Test
    @Tag("SH130")
    @Tag("M7")
    void cancelledTurn_goesOverCancellingToCancelled() {
        service.watch("s", seen::add);
        happens(SampleEvents.turnStarted(), SampleEvents.cancelling(), SampleEvents.toolFinished(1, "CANCELLED"));
        happens(SampleEvents.turnFinished(AiError.Category.CANCELLED));
        assertThat(states()).containsExactly(State.WORKING, State.CANCELLING, State.CANCELLED);
    }

    @Test
    void waiting_saysUntilWhenAndWhy() {
        service.watch("s", seen::add);
        happens(SampleEvents.turnStarted(), SampleEvents.waiting());
        assertThat(seen.get(1).until()).contains(SampleEvents.at(600));
        assertThat(seen.get(1).label()).isEqualTo("Waiting: retry-after");
    }

    @Test
    @Tag("SH88")
    @Tag("SH120")
    void batchOfTools_hasPercentAndNamesTheToolAndItsPlace() {
        service.watch("s", seen::add);
        happens(SampleEvents.turnStarted(), SampleEvents.toolsRequested(4), SampleEvents.toolStarted(1));
        happens(SampleEvents.toolProgressed(1, 0.5), SampleEvents.toolFinished(1, "ok"), SampleEvents.toolStarted(2));
        assertThat(seen).extracting(progress -> progress.percent().orElse(-1)).containsExactly(-1, 0, 0, 12, 25, 25);
        assertThat(seen.get(5).label()).isEqualTo("drawWall, 2 of 4");
    }

    @Test
    @Tag("SH127")
    @Tag("SH130")
    void watcher_isCalledWhereTheHostSays() {
        service.watch("s", seen::add);
        service.onEvent(SampleEvents.turnStarted());
        assertThat(seen).isEmpty();
        assertThat(ui).hasSize(1);
    }

    @Test
    @Tag("SH125")
    @Tag("SH130")
    void quickChanges_becomeOne() {
        service.watch("s", seen::add);
        service.onEvent(SampleEvents.turnStarted());
        service.onEvent(SampleEvents.toolsRequested(2));
        service.onEvent(SampleEvents.toolStarted(1));
        service.onEvent(SampleEvents.toolFinished(1, "ok"));
        happens();
        assertThat(states()).containsExactly(State.WORKING);
        clock.advance(ThrottledWatcher.PACE);
        happens();
        assertThat(seen)
                .hasSize(2)
                .last()
                .satisfies(last -> assertThat(last.percent()).hasValue(50));
    }

    @Test
    void closedWatcher_hearsNothingAndNobodyWatchesAnyMore() {
        Subscription subscription = service.watch("s", seen::add);
        assertThat(service.watches(TelemetryEvent.TurnStarted.class)).isTrue();
        service.onEvent(SampleEvents.turnStarted());
        subscription.close();
        happens(SampleEvents.roundStarted(), SampleEvents.turnFinished());
        assertThat(seen).isEmpty();
        assertThat(service.watches(TelemetryEvent.TurnStarted.class)).isFalse();
    }

    @Test
    void otherSession_movesNothing() {
        service.watch("another", seen::add);
        happens(SampleEvents.turnStarted());
        assertThat(seen).isEmpty();
    }
}
