package dev.plumbline.session.events;

import dev.plumbline.conversation.SessionStore.UnwritableStoreException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.event.TelemetryObserver.ExtensionFailure;
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
public final class SessionTelemetry implements TelemetryObserver {
    private final TelemetryObserver observer;

    /** Observes conversations that have views. */
    private final TelemetryObserver progress;

    /** The dispatcher of the conversation's views; null for an engine. */
    private final @Nullable EventDispatcher views;

    private final FailureLog failures;

    private SessionTelemetry(
            TelemetryObserver observer,
            TelemetryObserver progress,
            @Nullable EventDispatcher views,
            FailureLog failures) {
        this.observer = observer;
        this.progress = progress;
        this.views = views;
        this.failures = failures;
    }

    /** Creates the telemetry of an engine. */
    public static SessionTelemetry of(TelemetryObserver observer, TelemetryObserver progress, FailureLog failures) {
        return new SessionTelemetry(observer, progress, null, failures);
    }

    /** Creates the telemetry of a conversation. */
    public SessionTelemetry of(EventDispatcher events) {
        return new SessionTelemetry(observer, progress, events, failures);
    }

    @Override
    public void onEvent(TelemetryEvent event) {
        send(observer, event);
        if (views != null && views.isViewed()) {
            if (isPublished(event)) {
                views.runQuietly(() -> send(progress, event));
            } else {
                send(progress, event);
            }
        }
    }

    /** Returns whether views receive an event of their own for it. */
    private static boolean isPublished(TelemetryEvent event) {
        return event instanceof TelemetryEvent.TurnStarted
                || event instanceof TelemetryEvent.RoundStarted
                || event instanceof TelemetryEvent.TurnFinished;
    }

    private boolean isViewed() {
        return views != null && views.isViewed();
    }

    private void send(TelemetryObserver whom, TelemetryEvent event) {
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
    public boolean watches(Class<? extends TelemetryEvent> kind) {
        return observer.watches(kind) || (isViewed() && progress.watches(kind));
    }

    /**
     * Publishes that a conversation was opened; {@code parent} is the session that started a side turn, or the turn whose
     * tool opened a child. Metrics need that event to add the child's calls to the sums of its parent, so it is also
     * published if nobody watches.
     */
    public void sessionOpened(CallIds ids, Scheduler time, Optional<CallIds> parent) {
        if (parent.isPresent() || watches(TelemetryEvent.SessionOpened.class)) {
            onEvent(new TelemetryEvent.SessionOpened(ids, time.instant(), parent));
        }
    }

    /** Publishes that a conversation was closed. */
    public void sessionClosed(CallIds ids, Scheduler time) {
        if (watches(TelemetryEvent.SessionClosed.class)) {
            onEvent(new TelemetryEvent.SessionClosed(ids, time.instant()));
        }
    }

    /** Publishes that a turn begins. */
    public void turnStarted(CallIds ids, Scheduler time) {
        if (watches(TelemetryEvent.TurnStarted.class)) {
            onEvent(new TelemetryEvent.TurnStarted(ids, time.instant()));
        }
    }

    /** Publishes that a turn is being cancelled. */
    public void cancelling(CallIds ids, Scheduler time) {
        if (watches(TelemetryEvent.TurnCancelling.class)) {
            onEvent(new TelemetryEvent.TurnCancelling(ids, time.instant()));
        }
    }

    /** Publishes that a round begins. */
    public void roundStarted(CallIds ids, Scheduler time) {
        if (watches(TelemetryEvent.RoundStarted.class)) {
            onEvent(new TelemetryEvent.RoundStarted(ids, time.instant()));
        }
    }

    /** Publishes that a round is over, with its start time and the times of its steps. */
    public void roundFinished(CallIds ids, Scheduler time, long began, List<StepTime> steps) {
        onEvent(new TelemetryEvent.RoundFinished(
                ids, time.instant(), Duration.ofNanos(time.nanoTime() - began), steps));
    }

    /** Reports that contributed code failed and was isolated. */
    public void failed(ExtensionFailure failure, TelemetryName extension) {
        onFailure(failure);
        TelemetryName causeClass = TelemetryName.of(failure.cause().getClass());
        onEvent(new TelemetryEvent.ExtensionFailed(failure.ids(), failure.at(), extension, causeClass));
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
