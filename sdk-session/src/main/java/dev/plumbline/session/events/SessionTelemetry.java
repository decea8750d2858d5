package dev.plumbline.session.events;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import dev.plumbline.event.StepTime;
import dev.plumbline.time.Timekeeper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Who sees the telemetry of an engine or a conversation: what an observer throws is logged once and reaches nobody. */
public final class SessionTelemetry implements AiObserver {
    private static final Label OWN = new Label("telemetry-observer");

    private final AiObserver observer;

    /** Observes conversations that have views. */
    private final AiObserver progress;

    /** Where its views are; null for an engine, which has none. */
    private final @Nullable EventDispatcher views;

    private final Set<Label> logged;

    private SessionTelemetry(
            AiObserver observer, AiObserver progress, @Nullable EventDispatcher views, Set<Label> logged) {
        this.observer = observer;
        this.progress = progress;
        this.views = views;
        this.logged = logged;
    }

    /** That of an engine. */
    public static SessionTelemetry of(AiObserver observer, AiObserver progress) {
        return new SessionTelemetry(observer, progress, null, ConcurrentHashMap.newKeySet());
    }

    /** That of a conversation. */
    public SessionTelemetry of(EventDispatcher events) {
        return new SessionTelemetry(observer, progress, events, logged);
    }

    @Override
    public void onEvent(AiEvent event) {
        send(observer, event);
        if (isViewed()) {
            send(progress, event);
        }
    }

    private boolean isViewed() {
        return views != null && views.isViewed();
    }

    private void send(AiObserver whom, AiEvent event) {
        try {
            whom.onEvent(event);
        } catch (Throwable t) {
            log(OWN, t);
        }
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return observer.watches(kind) || (isViewed() && progress.watches(kind));
    }

    /** Publishes that a conversation was opened; {@code parent} is that of a side turn. */
    public void sessionOpened(CallIds ids, Timekeeper time, Optional<CallIds> parent) {
        if (watches(AiEvent.SessionOpened.class)) {
            onEvent(new AiEvent.SessionOpened(ids, time.instant(), parent));
        }
    }

    /** Says that a conversation was closed. */
    public void sessionClosed(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.SessionClosed.class)) {
            onEvent(new AiEvent.SessionClosed(ids, time.instant()));
        }
    }

    /** Says that a turn begins. */
    public void turnStarted(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.TurnStarted.class)) {
            onEvent(new AiEvent.TurnStarted(ids, time.instant()));
        }
    }

    /** Publishes that a turn is being cancelled. */
    public void cancelling(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.Cancelling.class)) {
            onEvent(new AiEvent.Cancelling(ids, time.instant()));
        }
    }

    /** Says that the model is about to be asked, once more. */
    public void roundStarted(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.RoundStarted.class)) {
            onEvent(new AiEvent.RoundStarted(ids, time.instant()));
        }
    }

    /** Says that a round that began then is over, and what its steps took. */
    public void roundFinished(CallIds ids, Timekeeper time, long began, List<StepTime> steps) {
        onEvent(new AiEvent.RoundFinished(ids, time.instant(), Duration.ofNanos(time.nanos() - began), steps));
    }

    /** Publishes that contributed code failed and was isolated; without its message. */
    public void failed(CallIds ids, Instant at, Label extension, Throwable cause) {
        log(extension, cause);
        onEvent(new AiEvent.ExtensionFailed(ids, at, extension, Label.of(name(cause))));
    }

    /** Once for each of them: what fails, fails often. */
    private void log(Label extension, Throwable cause) {
        if (logged.add(extension)) {
            log().log(Level.WARNING, "{0} threw {1}; later failures of it are not logged", extension, name(cause));
        }
    }

    /** Where warnings go; looked up when there is one, because most programs never load their logging for it. */
    public static Logger log() {
        return System.getLogger("dev.plumbline.session");
    }

    private static String name(Throwable t) {
        return t.getClass().getName();
    }
}
