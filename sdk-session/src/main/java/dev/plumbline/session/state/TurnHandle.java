package dev.plumbline.session.state;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.ui.UserInput;

/** The operations of a turn that its conversation and session call; for any thread, without a lock. */
public interface TurnHandle {

    /** Starts the turn after it was queued. */
    void start();

    /** Ends the turn now; false if it was over. */
    boolean cancel(String reason);

    /** Returns the person, for code of that name. */
    UserInput user(String who);

    /** Accepts the result of a tool call that the host runs; false if no such call is open. */
    boolean answer(String callId, ToolEnvelope outcome);
}
