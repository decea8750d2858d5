package dev.plumbline.session;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The telemetry observer behind a wall: what it throws is logged once and reaches nobody. */
final class Telemetry implements AiObserver {
    static final Logger LOG = System.getLogger("dev.plumbline.session");
    private static final Label OWN = new Label("telemetry-observer");

    private final AiObserver observer;
    private final Set<Label> logged = ConcurrentHashMap.newKeySet();

    Telemetry(AiObserver observer) {
        this.observer = observer;
    }

    @Override
    public void onEvent(AiEvent event) {
        try {
            observer.onEvent(event);
        } catch (Throwable t) {
            log(OWN, t);
        }
    }

    /** Says that somebody's code failed and was isolated; without a word of what it said. */
    void failed(CallIds ids, Instant at, Label extension, Throwable cause) {
        log(extension, cause);
        onEvent(new AiEvent.ExtensionFailed(ids, at, extension, Label.of(name(cause))));
    }

    /** Once for each of them: what fails, fails often. */
    private void log(Label extension, Throwable cause) {
        if (logged.add(extension)) {
            LOG.log(Level.WARNING, "{0} threw {1}; later failures of it are not logged", extension, name(cause));
        }
    }

    private static String name(Throwable t) {
        return t.getClass().getName();
    }
}
