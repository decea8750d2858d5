package dev.plumbline.session;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
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
import java.util.function.BooleanSupplier;

/** Who sees the telemetry of an engine or a conversation: what an observer throws is logged once and reaches nobody. */
final class Telemetry implements AiObserver {
    private static final Label OWN = new Label("telemetry-observer");

    private final AiObserver observer;

    /** Sees what happens in conversations that somebody looks at. */
    private final AiObserver progress;

    private final BooleanSupplier viewed;
    private final Set<Label> logged;

    private Telemetry(AiObserver observer, AiObserver progress, BooleanSupplier viewed, Set<Label> logged) {
        this.observer = observer;
        this.progress = progress;
        this.viewed = viewed;
        this.logged = logged;
    }

    /** That of an engine. */
    static Telemetry of(AiObserver observer, AiObserver progress) {
        return new Telemetry(observer, progress, () -> false, ConcurrentHashMap.newKeySet());
    }

    /** That of a conversation. */
    Telemetry of(Feed feed) {
        return new Telemetry(observer, progress, feed::isViewed, logged);
    }

    @Override
    public void onEvent(AiEvent event) {
        tell(observer, event);
        if (viewed.getAsBoolean()) {
            tell(progress, event);
        }
    }

    private void tell(AiObserver whom, AiEvent event) {
        try {
            whom.onEvent(event);
        } catch (Throwable t) {
            log(OWN, t);
        }
    }

    @Override
    public boolean watches(Class<? extends AiEvent> kind) {
        return observer.watches(kind) || (viewed.getAsBoolean() && progress.watches(kind));
    }

    /** Says that a conversation was opened; {@code parent} is that of an aside. */
    void sessionOpened(CallIds ids, Timekeeper time, Optional<CallIds> parent) {
        if (watches(AiEvent.SessionOpened.class)) {
            onEvent(new AiEvent.SessionOpened(ids, time.instant(), parent));
        }
    }

    /** Says that a conversation was closed. */
    void sessionClosed(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.SessionClosed.class)) {
            onEvent(new AiEvent.SessionClosed(ids, time.instant()));
        }
    }

    /** Says that a turn begins. */
    void turnStarted(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.TurnStarted.class)) {
            onEvent(new AiEvent.TurnStarted(ids, time.instant()));
        }
    }

    /** Says that somebody wants a turn to end. */
    void cancelling(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.Cancelling.class)) {
            onEvent(new AiEvent.Cancelling(ids, time.instant()));
        }
    }

    /** Says that the model is about to be asked, once more. */
    void roundStarted(CallIds ids, Timekeeper time) {
        if (watches(AiEvent.RoundStarted.class)) {
            onEvent(new AiEvent.RoundStarted(ids, time.instant()));
        }
    }

    /** Says that a round that began then is over, and what its steps took. */
    void roundFinished(CallIds ids, Timekeeper time, long began, List<StepTime> steps) {
        onEvent(new AiEvent.RoundFinished(ids, time.instant(), Duration.ofNanos(time.nanos() - began), steps));
    }

    /** Says how a turn that began then has ended, and what its steps outside rounds took. */
    void turnFinished(Turn turn, long began, AiReturn ret) {
        Timekeeper time = turn.time;
        onEvent(new AiEvent.TurnFinished(
                turn.ids(),
                time.instant(),
                Duration.ofNanos(time.nanos() - began),
                ret.error().map(AiError::category),
                ret.usage(),
                turn.progress.steps.outsideRounds()));
    }

    /** Says that somebody's code failed and was isolated; without a word of what it said. */
    void failed(CallIds ids, Instant at, Label extension, Throwable cause) {
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
    static Logger log() {
        return System.getLogger("dev.plumbline.session");
    }

    private static String name(Throwable t) {
        return t.getClass().getName();
    }
}
