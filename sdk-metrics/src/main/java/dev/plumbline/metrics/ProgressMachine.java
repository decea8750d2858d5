package dev.plumbline.metrics;

import static dev.plumbline.event.Progress.State.CANCELLED;
import static dev.plumbline.event.Progress.State.CANCELLING;
import static dev.plumbline.event.Progress.State.COMPLETED;
import static dev.plumbline.event.Progress.State.FAILED;
import static dev.plumbline.event.Progress.State.IDLE;
import static dev.plumbline.event.Progress.State.STREAMING;
import static dev.plumbline.event.Progress.State.TOOL_EXECUTING;
import static dev.plumbline.event.Progress.State.WAITING;
import static dev.plumbline.event.Progress.State.WORKING;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiEvent;
import dev.plumbline.event.Progress;
import dev.plumbline.event.Progress.State;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The states of a session's latest turn. Events of earlier turns, and those that come when theirs is over, move nothing.
 * Not thread-safe.
 */
final class ProgressMachine {
    private String turn = "";
    private Progress now = Progress.IDLE;
    private ToolBatch batch = new ToolBatch(0);

    /** The progress of the turn after an event, if it has changed. */
    Optional<Progress> move(AiEvent event) {
        Progress next = next(event);
        boolean moved = !next.equals(now);
        now = next;
        return moved ? Optional.of(next) : Optional.empty();
    }

    private Progress next(AiEvent event) {
        if (event instanceof AiEvent.TurnStarted started) {
            turn = started.ids().turn();
            return plain(WORKING, "Working");
        }
        boolean concerns = event.ids().turn().equals(turn)
                && now.state() != IDLE
                && !now.state().isOver();
        return concerns ? inTurn(event) : now;
    }

    private Progress inTurn(AiEvent event) {
        if (event instanceof AiEvent.TurnFinished finished) {
            return over(finished.error());
        }
        if (now.state() == CANCELLING) {
            return now;
        }
        if (event instanceof AiEvent.Cancelling) {
            return plain(CANCELLING, "Stopping");
        }
        if (event instanceof AiEvent.Waiting wait) {
            return new Progress(WAITING, "Waiting: " + wait.why(), OptionalInt.empty(), Optional.of(wait.until()));
        }
        return isTool(event) ? inTools(event) : inModel(event);
    }

    private Progress inModel(AiEvent event) {
        if (event instanceof AiEvent.FirstContent) {
            return plain(STREAMING, "Answering");
        }
        boolean asks = event instanceof AiEvent.RoundStarted
                || event instanceof AiEvent.AttemptStarted
                || event instanceof AiEvent.CallFinished;
        return asks ? plain(WORKING, "Working") : now;
    }

    private static boolean isTool(AiEvent event) {
        return event instanceof AiEvent.ToolsRequested
                || event instanceof AiEvent.ToolStarted
                || event instanceof AiEvent.ToolProgressed
                || event instanceof AiEvent.ToolFinished;
    }

    private Progress inTools(AiEvent event) {
        if (event instanceof AiEvent.ToolsRequested requested) {
            batch = new ToolBatch(requested.calls());
        }
        batch.add(event);
        return new Progress(TOOL_EXECUTING, batch.label(), batch.percent(), Optional.empty());
    }

    private static Progress over(Optional<AiError.Category> error) {
        if (error.isEmpty()) {
            return new Progress(COMPLETED, "Done", OptionalInt.of(100), Optional.empty());
        }
        return error.get() == AiError.Category.CANCELLED ? plain(CANCELLED, "Stopped") : plain(FAILED, "Failed");
    }

    private static Progress plain(State state, String label) {
        return new Progress(state, label, OptionalInt.empty(), Optional.empty());
    }
}
