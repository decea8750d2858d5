package dev.plumbline.assistant;

/**
 * The undo of the host, as far as the turns of an assistant need it. What a tool does belongs to the turn {@code
 * ToolContext.ids().turn()}; it is one step of the host, or several if the user did something in between. {@link TurnEdits} is
 * one for hosts with edits of Swing. Called on the UI thread.
 */
public interface TurnUndo {

    /** Returns what the host's undo has of a turn. */
    State state(String turn);

    /** Undoes one step of the host. */
    void undo();

    /** Redoes one step of the host. */
    void redo();

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
