package dev.plumbline.session.state;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.tool.IToolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a tool call.
 *
 * @param stage how far it is
 * @param turn the turn in which it began; empty before that
 * @param arguments the arguments with which it runs if they were changed after the model had written them; else null
 * @param outcome its result; null while it has none
 */
record CallState(
        CallState.Stage stage,
        String turn,
        IToolExecutor.@Nullable RunArguments arguments,
        @Nullable ToolEnvelope outcome) {
    /** An id that was given to a call that is not stored yet. */
    static final CallState RESERVED = new CallState(Stage.RESERVED, "", null, null);

    /** A call that has not begun. */
    static final CallState OPEN = new CallState(Stage.OPEN, "", null, null);

    /** A call whose result is an entry of the tree. */
    static final CallState ANSWERED = new CallState(Stage.ANSWERED, "", null, null);

    CallState started(String in, IToolExecutor.@Nullable RunArguments changed) {
        return new CallState(stage, in, changed, outcome);
    }

    CallState ended(ToolEnvelope envelope) {
        return new CallState(stage, turn, arguments, envelope);
    }

    boolean isStarted() {
        return !turn.isEmpty();
    }

    /** How far a call is. */
    enum Stage {
        RESERVED,
        OPEN,
        ANSWERED
    }
}
