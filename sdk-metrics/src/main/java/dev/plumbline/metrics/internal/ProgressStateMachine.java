package dev.plumbline.metrics.internal;

import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.CANCELLED;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.CANCELLING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.COMPLETED;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.FAILED;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.IDLE;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.STREAMING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.TOOL_EXECUTING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.WAITING;
import static dev.plumbline.conversation.SessionEvent.TurnProgress.State.WORKING;

import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.conversation.SessionEvent.TurnProgress.State;
import dev.plumbline.event.AiError;
import dev.plumbline.event.TelemetryEvent;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The progress states of a session's latest turn. Events of earlier or finished turns are ignored. Not thread-safe.
 */
final class ProgressStateMachine {
    /** The kinds of events that can change the progress. */
    private static final Set<Class<? extends TelemetryEvent>> READ = Set.of(
            TelemetryEvent.TurnStarted.class,
            TelemetryEvent.TurnCancelling.class,
            TelemetryEvent.TurnFinished.class,
            TelemetryEvent.RoundStarted.class,
            TelemetryEvent.AttemptStarted.class,
            TelemetryEvent.WaitStarted.class,
            TelemetryEvent.FirstContentReceived.class,
            TelemetryEvent.CallFinished.class,
            TelemetryEvent.ToolsRequested.class,
            TelemetryEvent.ToolStarted.class,
            TelemetryEvent.ToolProgressed.class,
            TelemetryEvent.ToolFinished.class);

    private String turn = "";
    private TurnProgress now = TurnProgress.IDLE;
    private ToolBatchProgress batch = new ToolBatchProgress(0);

    /** Returns whether events of that kind can change the progress. */
    static boolean isRead(Class<? extends TelemetryEvent> kind) {
        return READ.contains(kind);
    }

    /** Returns the progress of the turn after an event, if it has changed. */
    Optional<TurnProgress> move(TelemetryEvent event) {
        TurnProgress next = next(event);
        boolean moved = !next.equals(now);
        now = next;
        return moved ? Optional.of(next) : Optional.empty();
    }

    private TurnProgress next(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.TurnStarted started) {
            turn = started.ids().turn();
            return plain(WORKING, "Working");
        }
        boolean concerns = event.ids().turn().equals(turn)
                && now.state() != IDLE
                && !now.state().isOver();
        return concerns ? inTurn(event) : now;
    }

    private TurnProgress inTurn(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.TurnFinished finished) {
            return over(finished.error());
        }
        if (now.state() == CANCELLING) {
            return now;
        }
        if (event instanceof TelemetryEvent.TurnCancelling) {
            return plain(CANCELLING, "Stopping");
        }
        if (event instanceof TelemetryEvent.WaitStarted wait) {
            return new TurnProgress(WAITING, "Waiting: " + wait.why(), OptionalInt.empty(), Optional.of(wait.until()));
        }
        return isTool(event) ? inTools(event) : inModel(event);
    }

    private TurnProgress inModel(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.FirstContentReceived) {
            return plain(STREAMING, "Answering");
        }
        boolean asks = event instanceof TelemetryEvent.RoundStarted
                || event instanceof TelemetryEvent.AttemptStarted
                || event instanceof TelemetryEvent.CallFinished;
        return asks ? plain(WORKING, "Working") : now;
    }

    private static boolean isTool(TelemetryEvent event) {
        return event instanceof TelemetryEvent.ToolsRequested
                || event instanceof TelemetryEvent.ToolStarted
                || event instanceof TelemetryEvent.ToolProgressed
                || event instanceof TelemetryEvent.ToolFinished;
    }

    private TurnProgress inTools(TelemetryEvent event) {
        if (event instanceof TelemetryEvent.ToolsRequested requested) {
            batch = new ToolBatchProgress(requested.calls());
        }
        batch.add(event);
        return new TurnProgress(TOOL_EXECUTING, batch.label(), batch.percent(), Optional.empty());
    }

    private static TurnProgress over(Optional<AiError.Category> error) {
        if (error.isEmpty()) {
            return new TurnProgress(COMPLETED, "Done", OptionalInt.of(100), Optional.empty());
        }
        return error.get() == AiError.Category.CANCELLED ? plain(CANCELLED, "Stopped") : plain(FAILED, "Failed");
    }

    private static TurnProgress plain(State state, String label) {
        return new TurnProgress(state, label, OptionalInt.empty(), Optional.empty());
    }
}
