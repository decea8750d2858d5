package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.Usage;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RuntimeObserversTest {
    private static final CallIds TURN = new CallIds("session", "turn", 0, "");

    @Test
    @Tag("F124")
    void closedSession_isForgotten() {
        RuntimeSettings given = new RuntimeSettings();
        given.providers.add(ScriptedProvider.create());
        List<String> shown = new ArrayList<>();
        RuntimeObservers watching = new RuntimeObservers(
                given, new RuntimeServices(given, List.of()), (session, progress) -> shown.add(session));
        TelemetryObserver progress = watching.progress();

        progress.onEvent(new TelemetryEvent.TurnStarted(TURN, Instant.EPOCH));
        assertThat(shown).containsExactly("session");
        watching.ended("session");
        assertThat(watching.isIdle()).isTrue();
    }

    @Test
    void viewInTheMiddleOfATurn_isShownWhereItStands() {
        RuntimeSettings given = new RuntimeSettings();
        given.providers.add(ScriptedProvider.create());
        List<TurnProgress.State> shown = new ArrayList<>();
        RuntimeObservers watching = new RuntimeObservers(
                given, new RuntimeServices(given, List.of()), (session, progress) -> shown.add(progress.state()));
        watching.progress().onEvent(new TelemetryEvent.TurnCancelling(TURN, Instant.EPOCH));
        watching.progress()
                .onEvent(new TelemetryEvent.TurnFinished(
                        TURN,
                        Instant.EPOCH,
                        Duration.ZERO,
                        Optional.of(AiError.Category.CANCELLED),
                        Usage.NONE,
                        List.of()));
        assertThat(shown).startsWith(TurnProgress.State.WORKING).endsWith(TurnProgress.State.CANCELLED);
    }
}
