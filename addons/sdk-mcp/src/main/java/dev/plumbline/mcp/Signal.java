package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.Map;

/** What happens to a call while a client waits for its answer. */
sealed interface Signal {
    /** The call reported progress; the newest report is taken from the call. */
    record Progress() implements Signal {}

    /**
     * A notification for the client.
     *
     * @param message the whole message
     */
    record Notification(Json message) implements Signal {}

    /**
     * The call needs input.
     *
     * @param round the number of the question in the call, from 1
     * @param inputs what it needs, by key
     */
    record Input(int round, Map<String, McpInput> inputs) implements Signal {}

    /** The call has its outcome. */
    record Done() implements Signal {}
}
