package dev.plumbline.extensions;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs telemetry events. */
record LoggingObserver(Logger log) implements AiObserver {

    @Override
    public void onEvent(AiEvent event) {
        log.log(level(event), event::toString);
    }

    private static Level level(AiEvent event) {
        if (failed(event)) {
            return Level.WARNING;
        }
        boolean landmark = event instanceof AiEvent.SessionOpened
                || event instanceof AiEvent.SessionClosed
                || event instanceof AiEvent.TurnStarted
                || event instanceof AiEvent.TurnFinished;
        return landmark ? Level.INFO : Level.DEBUG;
    }

    private static boolean failed(AiEvent event) {
        return event instanceof AiEvent.AttemptFailed
                || event instanceof AiEvent.ExtensionFailed
                || (event instanceof AiEvent.TurnFinished turn && turn.error().isPresent())
                || (event instanceof AiEvent.CallFinished call
                        && call.call().error().isPresent());
    }
}
