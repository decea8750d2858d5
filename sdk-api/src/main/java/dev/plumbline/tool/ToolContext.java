package dev.plumbline.tool;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import java.util.List;

/**
 * One tool call and what it may use. It refuses everything with {@link IllegalStateException} once the call is over, so
 * late effects stay out. Safe for any number of threads.
 */
public interface ToolContext {

    /** Id, name and arguments. */
    Interaction.ToolCall call();

    /** What the model knows of the tool. */
    ToolDefinition tool();

    /** Session, turn, round. */
    CallIds ids();

    /** Look at it in long loops; it is given when the turn ends or the tool's time is up. */
    Cancellation cancellation();

    /** The path so far, read only. */
    List<Interaction> conversation();

    /** Memory of the session. */
    State state();

    /**
     * Says how far it is; for the person, not for telemetry.
     *
     * @param fraction 0 to 1
     * @param note a few words
     */
    void progress(double fraction, String note);
}
