package dev.plumbline.session;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/** The telemetry observer behind a wall: what it throws is reported once and reaches nobody. */
final class Telemetry implements AiObserver {
    static final Logger LOG = System.getLogger("dev.plumbline.session");

    private final AiObserver observer;
    private final AtomicBoolean reported = new AtomicBoolean();

    Telemetry(AiObserver observer) {
        this.observer = observer;
    }

    @Override
    public void onEvent(AiEvent event) {
        try {
            observer.onEvent(event);
        } catch (Throwable t) {
            if (reported.compareAndSet(false, true)) {
                LOG.log(Level.WARNING, "a telemetry observer threw {0}; it is reported once", name(t));
            }
        }
    }

    /** Says that somebody's code failed and was isolated; without a word of what it said. */
    void failed(CallIds ids, Instant at, Label extension, Throwable cause) {
        LOG.log(Level.WARNING, "{0} threw {1}; it is reported once", extension, name(cause));
        onEvent(new AiEvent.ExtensionFailed(ids, at, extension, Label.of(name(cause))));
    }

    private static String name(Throwable t) {
        return t.getClass().getName();
    }
}
