package dev.plumbline.tool.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.CallIds;
import dev.plumbline.event.TelemetryObserver;
import dev.plumbline.tool.ToolContext;
import java.util.Objects;

/**
 * Decides what tools can access, and grants access for one call at a time. It guards the access methods of {@link
 * ToolContext}; code that bypasses them is not restricted. Thread-safe.
 */
public interface Sandbox extends AutoCloseable {
    /** A sandbox without any access. */
    Sandbox NO_ACCESS = visit -> NoSandboxAccess.SHUT;

    /** Returns the access of one tool call; opens nothing yet. Close it when the call is over. */
    SandboxAccess open(AccessRequest visit);

    /** Returns the scans of contents of which a part is given away; nothing is scanned by default. */
    default ContentScans scans() {
        return ContentScans.NONE;
    }

    /** Deletes the data stored for a session: its temp folder and results. */
    default void deleteSession(String session) {}

    /** Ends all access and deletes the stored data; idempotent. */
    @Override
    default void close() {}

    /**
     * The data of one tool call that the sandbox's decisions need.
     *
     * @param ids the ids of session, turn and round
     * @param tool the tool; its name, tags and owner decide which rules apply
     * @param cancellation cancels operations in progress
     * @param observer the receiver of decisions
     */
    record AccessRequest(CallIds ids, ToolDefinition tool, Cancellation cancellation, TelemetryObserver observer) {
        public AccessRequest {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(tool, "tool");
            Objects.requireNonNull(cancellation, "cancellation");
            Objects.requireNonNull(observer, "observer");
        }
    }
}
