package dev.plumbline.session.state;

import dev.plumbline.body.ToolEnvelope;

/** What a conversation and its session do with a turn; for any thread, without a lock. */
public interface TurnHandle {

    /** Runs it, now that it is the running one, after it waited for another. */
    void start();

    /** Ends it now; false when it was over. */
    boolean cancel(String reason);

    /** Takes what the host says came of a tool call it was shown; false when that is not open. */
    boolean answer(String callId, ToolEnvelope outcome);
}
