package dev.plumbline.extensions;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs telemetry events. */
record LoggingObserver(Logger log) implements TelemetryObserver {

    @Override
    public void onEvent(TelemetryEvent event) {
        log.log(level(event), event::toString);
    }

    private static Level level(TelemetryEvent event) {
        if (failed(event)) {
            return Level.WARNING;
        }
        boolean landmark = event instanceof TelemetryEvent.SessionOpened
                || event instanceof TelemetryEvent.SessionClosed
                || event instanceof TelemetryEvent.TurnStarted
                || event instanceof TelemetryEvent.TurnFinished;
        return landmark ? Level.INFO : Level.DEBUG;
    }

    private static boolean failed(TelemetryEvent event) {
        return event instanceof TelemetryEvent.AttemptFailed
                || event instanceof TelemetryEvent.ExtensionFailed
                || (event instanceof TelemetryEvent.TurnFinished turn
                        && turn.error().isPresent())
                || (event instanceof TelemetryEvent.CallFinished call
                        && call.call().error().isPresent());
    }
}
