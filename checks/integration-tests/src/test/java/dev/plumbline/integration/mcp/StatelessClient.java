package dev.plumbline.integration.mcp;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;

/** A small client of revision 2026-07-28. */
final class StatelessClient {
    private static final String PREFIX = "io.modelcontextprotocol/";

    private final HttpClient http = HttpClient.newHttpClient();
    private final McpServer server;
    private final Json capabilities;
    private final StringBuffer received = new StringBuffer();
    private final String key = UUID.randomUUID().toString();
    private boolean listens;

    StatelessClient(McpServer server, Json capabilities) {
        this.server = server;
        this.capabilities = capabilities;
    }

    /** Lets the client ask for reports of progress and for all messages of the log from now on. */
    StatelessClient listening() {
        listens = true;
        return this;
    }

    /** Returns everything that the server has sent. */
    String received() {
        return received.toString();
    }

    /** Calls a tool and returns the result. */
    Json call(String tool, Json arguments) {
        return request("tools/call", Json.object().with("name", tool).with("arguments", arguments))
                .get("result");
    }

    /** Calls a tool again, with the answers that it asked for. */
    Json resume(String tool, Json arguments, Json asked, Json responses) {
        return request(
                        "tools/call",
                        Json.object()
                                .with("name", tool)
                                .with("arguments", arguments)
                                .with("requestState", asked.get("requestState"))
                                .with("inputResponses", responses))
                .get("result");
    }

    Json request(String method, Json params) {
        Json meta = Json.object()
                .with(PREFIX + "protocolVersion", "2026-07-28")
                .with(PREFIX + "clientInfo", Json.object().with("name", "test").with("version", "1"))
                .with(PREFIX + "clientCapabilities", capabilities);
        if (listens) {
            meta = meta.with("progressToken", "p").with(PREFIX + "logLevel", "debug");
        }
        Json message = Json.object()
                .with("jsonrpc", "2.0")
                .with("id", 1)
                .with("method", method)
                .with("params", params.with("_meta", meta));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address())
                .header("Authorization", "Bearer " + server.token())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2026-07-28")
                .header("Plumbline-Client", key)
                .header("Mcp-Method", method)
                .POST(HttpRequest.BodyPublishers.ofString(message.text()));
        for (String member : List.of("name", "uri", "taskId")) {
            if (params.get(member).exists()) {
                request.header("Mcp-Name", params.get(member).asText());
            }
        }
        try {
            HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            received.append(response.body()).append('\n');
            return last(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the last message of an answer, which is its result. */
    private static Json last(String body) {
        return body.lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> Json.parse(line.substring(6)))
                .reduce((first, second) -> second)
                .orElseGet(() -> Json.parse(body));
    }
}
