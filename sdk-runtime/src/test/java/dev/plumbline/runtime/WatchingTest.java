package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.testkit.ScriptedProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchingTest {
    private static final CallIds SESSION = new CallIds("session", "", 0, "");
    private static final CallIds TURN = new CallIds("session", "turn", 0, "");

    @Test
    void closedSession_isForgotten() {
        Given given = new Given();
        given.providers.add(ScriptedProvider.script());
        List<String> shown = new ArrayList<>();
        Watching watching =
                new Watching(given, new Ground(given, new Brought()), (session, progress) -> shown.add(session));
        AiObserver house = watching.with(List.of());

        house.onEvent(new AiEvent.SessionOpened(SESSION, Instant.EPOCH, Optional.empty()));
        house.onEvent(new AiEvent.TurnStarted(TURN, Instant.EPOCH));
        assertThat(shown).containsExactly("session");
        house.onEvent(new AiEvent.SessionClosed(SESSION, Instant.EPOCH));
        house.onEvent(new AiEvent.TurnStarted(TURN, Instant.EPOCH));
        assertThat(shown).containsExactly("session");
    }
}
