package dev.plumbline.mcp;

import dev.plumbline.call.State;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.tool.internal.LastingApprovals;
import java.util.Optional;

/**
 * The client of one request, as far as the request or its session tells.
 *
 * @param version the revision of the protocol
 * @param info how the client introduced itself
 * @param capabilities what the client declared that it can answer
 * @param memory what is remembered of the client
 * @param logLevel the least severe level of log messages that it wants; empty for none
 */
record Peer(
        McpRevision version,
        McpClientInfo info,
        Json capabilities,
        ClientMemory memory,
        Optional<McpClient.LogLevel> logLevel) {

    /** Returns those capabilities that matter here, without what else a client has declared. */
    static Json answerable(Json capabilities) {
        Json kept = Json.object();
        for (McpInput.Kind kind : McpInput.Kind.values()) {
            boolean declared = capabilities.get(kind.capability()).kind() == Json.Kind.OBJECT;
            kept = declared ? kept.with(kind.capability(), Json.object()) : kept;
        }
        return kept;
    }

    /** Returns whether it takes a task for an answer. */
    boolean hasTasks() {
        return JsonMembers.object(capabilities, "extensions")
                        .get(TaskTable.EXTENSION)
                        .kind()
                == Json.Kind.OBJECT;
    }

    /**
     * Returns the error if it lacks a capability.
     *
     * @param name the capability in words
     * @param needed the capability as the client would declare it
     */
    JsonRpc.Failure missing(String name, Json needed) {
        return new JsonRpc.Failure(
                JsonRpc.MISSING_CAPABILITY,
                version.isStateless() ? 400 : 200,
                "this call needs a client with the capability " + name,
                Optional.of(Json.object().with("requiredCapabilities", needed)));
    }

    boolean canAnswer(McpInput.Kind kind) {
        return capabilities.get(kind.capability()).kind() == Json.Kind.OBJECT;
    }

    /** Returns whose limits its calls count for: the client's own, or those of its name if it cannot be distinguished. */
    String owner() {
        return memory.isKnown() ? memory.id() : "name " + info.name();
    }

    /**
     * What is remembered of a client between calls; of a client that cannot be distinguished from another of its name, in one call.
     *
     * @param id the id under which results and approvals are kept, as that of a session
     * @param isKnown whether the client can be distinguished from every other
     * @param state the state of tools and policies
     * @param approvals the approvals that hold for longer than one call
     * @param redaction hides values in what leaves to the client
     */
    record ClientMemory(String id, boolean isKnown, State state, State approvals, ClientRedaction redaction) {
        static ClientMemory of(String id, boolean isKnown, ClientRedaction redaction) {
            State approvals = State.inMemory();
            approvals.update(LastingApprovals.POSSIBLE, before -> isKnown);
            return new ClientMemory(id, isKnown, State.inMemory(), approvals, redaction);
        }
    }
}
