package dev.plumbline.comparison.mcp;

import dev.plumbline.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** The one client that calls all servers: revision 2025-11-25, one request at a time. */
final class McpConnection {
    private final UnaryOperator<String> exchange;
    private int number;

    private McpConnection(UnaryOperator<String> exchange) {
        this.exchange = exchange;
    }

    /** Returns a connection over standard input and output. */
    static McpConnection stdio(Process process) {
        BufferedReader in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Writer out = process.outputWriter(StandardCharsets.UTF_8);
        return new McpConnection(message -> {
            try {
                out.append(message).append('\n').flush();
                return message.contains("\"id\"") ? in.readLine() : "";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Returns a connection over Streamable HTTP, which is kept open. */
    static McpConnection http(int port, String authorization) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String[] session = {""};
        return new McpConnection(message -> {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"))
                    .header("Authorization", authorization)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .POST(HttpRequest.BodyPublishers.ofString(message));
            if (!session[0].isEmpty()) {
                request.header("Mcp-Session-Id", session[0]).header("MCP-Protocol-Version", "2025-11-25");
            }
            try {
                HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
                response.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session[0] = id);
                return response.body();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        });
    }

    private String send(String method, Json params) {
        Json message = Json.object()
                .with("jsonrpc", "2.0")
                .with("id", ++number)
                .with("method", method)
                .with("params", params);
        return exchange.apply(message.text());
    }

    /** Initializes the connection and reads the list of tools. */
    void initialize() throws IOException {
        Json client = Json.object().with("name", "comparison").with("version", "1");
        check(
                send(
                        "initialize",
                        Json.object()
                                .with("protocolVersion", "2025-11-25")
                                .with("capabilities", Json.object())
                                .with("clientInfo", client)),
                "serverInfo");
        String unused = exchange.apply("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        check(send("tools/list", Json.object()), "echo");
    }

    /** Calls the tool; its answer must have the text. */
    void echo(String text) throws IOException {
        Json arguments = Json.object().with("text", text);
        check(send("tools/call", Json.object().with("name", "echo").with("arguments", arguments)), text);
    }

    private static void check(String answer, String wanted) throws IOException {
        if (!answer.contains(wanted)) {
            throw new IOException("an answer without " + wanted + ": " + answer);
        }
    }
}
