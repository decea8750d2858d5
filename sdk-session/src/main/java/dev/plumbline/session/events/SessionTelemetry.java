package dev.plumbline.session.events;

import dev.plumbline.conversation.SessionStore.UnwritableStoreException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.AiObserver.ExtensionFailure;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.time.Scheduler;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The telemetry of an engine or a conversation: forwards events to observers and isolates them; their exceptions are
 * logged once.
 */
public final class SessionTelemetry implements AiObserver {
    private final AiObserver observer;

    /** Observes conversations that have views. */
    private final AiObserver progress;

    /** The dispatcher of the conversation's views; null for an engine. */
    private final @Nullable EventDispatcher views;

    private final FailureLog failures;

    private SessionTelemetry(
            AiObserver observer, AiObserver progress, @Nullable EventDispatcher views, FailureLog failures) {
        this.observer = observer;
        this.progress = progress;
        this.views = views;
        this.failures = failures;
    }

    /** Creates the telemetry of an engine. */
    public static SessionTelemetry of(AiObserver observer, AiObserver progress, FailureLog failures) {
        return new SessionTelemetry(observer, progress, null, failures);
    }

    /** Creates the telemetry of a conversation. */
    public SessionTelemetry of(EventDispatcher events) {
        return new SessionTelemetry(observer, progress, events, failures);
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
            failures.onFailure(ExtensionFailure.of(
                    event.ids(), event.at(), "observer " + whom.getClass().getName(), t));
        }
    }

    @Override
    public void onAttributes(CallIds ids, long invocation, Map<String, String> attributes) {
        observer.onAttributes(ids, invocation, attributes);
    }

    @Override
    public Map<String, String> traceHeaders(CallIds ids, long invocation) {
        return observer.traceHeaders(ids, invocation);
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return observer.watches(kind) || (isViewed() && progress.watches(kind));
    }

    /**
     * Publishes that a conversation was opened; {@code parent} is the session that started a side turn, or the turn whose
     * tool opened a child. Metrics need that event to add the child's calls to the sums of its parent, so it is also
     * published if nobody watches.
     */
    public void sessionOpened(CallIds ids, Scheduler time, Optional<CallIds> parent) {
        if (parent.isPresent() || watches(AiEvent.SessionOpened.class)) {
            onEvent(new AiEvent.SessionOpened(ids, time.instant(), parent));
        }
    }

    /** Publishes that a conversation was closed. */
    public void sessionClosed(CallIds ids, Scheduler time) {
        if (watches(AiEvent.SessionClosed.class)) {
            onEvent(new AiEvent.SessionClosed(ids, time.instant()));
        }
    }

    /** Publishes that a turn begins. */
    public void turnStarted(CallIds ids, Scheduler time) {
        if (watches(AiEvent.TurnStarted.class)) {
            onEvent(new AiEvent.TurnStarted(ids, time.instant()));
        }
    }

    /** Publishes that a turn is being cancelled. */
    public void cancelling(CallIds ids, Scheduler time) {
        if (watches(AiEvent.TurnCancelling.class)) {
            onEvent(new AiEvent.TurnCancelling(ids, time.instant()));
        }
    }

    /** Publishes that a round begins. */
    public void roundStarted(CallIds ids, Scheduler time) {
        if (watches(AiEvent.RoundStarted.class)) {
            onEvent(new AiEvent.RoundStarted(ids, time.instant()));
        }
    }

    /** Publishes that a round is over, with its start time and the times of its steps. */
    public void roundFinished(CallIds ids, Scheduler time, long began, List<StepTime> steps) {
        onEvent(new AiEvent.RoundFinished(ids, time.instant(), Duration.ofNanos(time.nanoTime() - began), steps));
    }

    /** Reports that contributed code failed and was isolated. */
    public void failed(ExtensionFailure failure, TelemetryLabel extension) {
        onFailure(failure);
        TelemetryLabel causeClass = TelemetryLabel.of(failure.cause().getClass());
        onEvent(new AiEvent.ExtensionFailed(failure.ids(), failure.at(), extension, causeClass));
    }

    /** Logs the error that ended a turn if it is a mistake of the program that no exception shows. */
    public void turnFailed(CallIds ids, AiError error) {
        failures.onError(ids, error);
    }

    /** Logs a failure, unless it is that of a place that cannot be written, which its store logs; and passes it on. */
    @Override
    public void onFailure(ExtensionFailure failure) {
        if (!(failure.cause() instanceof UnwritableStoreException)) {
            failures.onFailure(failure);
        }
        try {
            observer.onFailure(failure);
        } catch (Throwable t) {
            failures.onFailure(ExtensionFailure.of(
                    failure.ids(),
                    failure.at(),
                    "observer " + observer.getClass().getName(),
                    t));
        }
    }

    /**
     * Returns the logger of warnings. It is looked up on use, because most programs never need to load their logging.
     */
    public static Logger log() {
        return System.getLogger("dev.plumbline.session");
    }
}
