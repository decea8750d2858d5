package dev.plumbline.mcp;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What a client does, for a window that shows who is connected. A value.
 *
 * @param client how the client introduced itself; nobody has verified it
 * @param lastRequest when its last request arrived
 * @param running the names of its calls that run or wait, sorted; empty if there are none
 */
public record McpClientActivity(McpClientInfo client, Instant lastRequest, List<String> running) {
    public McpClientActivity {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(lastRequest, "lastRequest");
        running = List.copyOf(running);
    }
}
