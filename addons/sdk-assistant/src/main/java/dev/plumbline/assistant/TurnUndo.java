package dev.plumbline.assistant;

import java.util.List;

/**
 * The undo of the host, as far as the turns of an assistant need it. What a tool does belongs to the turn {@code
 * ToolContext.ids().turn()}; it is one step of the host, or several if the user did something in between. {@link TurnEdits} is
 * one for hosts with edits of Swing. Called on the UI thread.
 */
public interface TurnUndo {

    /** Returns the steps that can be undone, the next one last: each by its turn, and those of the user by an empty text. */
    List<String> done();

    /** Returns the steps that can be redone, the next one first; as {@link #done}. */
    List<String> undone();

    /** Undoes one step of the host. */
    void undo();

    /** Redoes one step of the host. */
    void redo();

    /** Returns what the host's undo has of a turn. */
    default State state(String turn) {
        List<String> done = done();
        List<String> undone = undone();
        if (done.contains(turn)) {
            return done.get(done.size() - 1).equals(turn) ? State.UNDO_NEXT : State.DONE;
        } else if (undone.contains(turn)) {
            return undone.get(0).equals(turn) ? State.REDO_NEXT : State.UNDONE;
        }
        return State.NONE;
    }

    /** What the host's undo has of a turn. */
    enum State {
        /** The turn changed nothing, or the host knows nothing of it any more. */
        NONE,
        /** The step that the host would undo next is one of this turn. */
        UNDO_NEXT,
        /** The turn is done, and another step would be undone before it. */
        DONE,
        /** The turn is undone, and the step that the host would redo next is one of it. */
        REDO_NEXT,
        /** The turn is undone, and another step would be redone before it. */
        UNDONE
    }
}
