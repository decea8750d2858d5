package dev.plumbline.tool;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiObserver;
import dev.plumbline.event.CallIds;
import java.util.Objects;

/**
 * Decides what tools can access, and opens it for one call at a time. It guards the access methods of {@link ToolContext};
 * code that bypasses them is not restricted. Safe for any number of threads.
 */
public interface Sandbox extends AutoCloseable {
    /** A sandbox without access: nothing can be reached. */
    Sandbox CLOSED = visit -> NoSandboxAccess.SHUT;

    /** The access of one tool call; opens nothing yet. Close it when the call is over. */
    SandboxAccess open(AccessRequest visit);

    /** Deletes what it stored for a session: its temp folder and results. */
    default void forget(String session) {}

    /** Ends all access and deletes what was stored; idempotent. */
    @Override
    default void close() {}

    /**
     * One tool call, as a sandbox needs to know it.
     *
     * @param ids session, turn, round
     * @param tool name, tags and owner decide which rules hold
     * @param cancellation ends what is under way
     * @param events where decisions go
     */
    record AccessRequest(CallIds ids, ToolDefinition tool, Cancellation cancellation, AiObserver events) {
        public AccessRequest {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(tool, "tool");
            Objects.requireNonNull(cancellation, "cancellation");
            Objects.requireNonNull(events, "events");
        }
    }
}
