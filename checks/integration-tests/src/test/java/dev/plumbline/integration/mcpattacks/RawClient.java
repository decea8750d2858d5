package dev.plumbline.integration.mcpattacks;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A hostile client: it sends exactly the lines that it wants. Used by one thread. */
final class RawClient {
    private static final String KEY = "Plumbline-Client";
    private static final String PREFIX = "io.modelcontextprotocol/";

    private final int port;
    private final List<String> head = new ArrayList<>();
    private String name = "test";
    private Json capabilities = Json.object().with("elicitation", Json.object());

    RawClient(McpServer server) {
        this(server.address().getPort(), server.token());
    }

    RawClient(int port, String token) {
        this.port = port;
        head.add("Host: 127.0.0.1:" + port);
        head.add("Authorization: Bearer " + token);
        head.add("Content-Type: application/json");
        head.add("Accept: application/json, text/event-stream");
        head.add(KEY + ": the-key-of-an-honest-client");
    }

    /** Makes it another process of the same name, which does not know the key. */
    RawClient inAnotherWindow() {
        return with(KEY, "the-key-of-another-window");
    }

    RawClient takingTasks() {
        capabilities =
                capabilities.with("extensions", Json.object().with("io.modelcontextprotocol/tasks", Json.object()));
        return this;
    }

    /** Adds a line to the head, also a second one of the same name. */
    RawClient adding(String line) {
        head.add(line);
        return this;
    }

    /** Replaces a header, or leaves it out if the value is empty. */
    RawClient with(String header, String value) {
        head.removeIf(line -> line.startsWith(header + ":"));
        return value.isEmpty() ? this : adding(header + ": " + value);
    }

    RawClient named(String client) {
        name = client;
        return this;
    }

    /** Calls a tool by revision 2026-07-28 and returns the answer. */
    Answer call(String tool, Json arguments) {
        return request("tools/call", tool(tool, arguments));
    }

    static Json tool(String tool, Json arguments) {
        return Json.object().with("name", tool).with("arguments", arguments);
    }

    Answer request(String method, Json params) {
        return read(open(method, params));
    }

    /** Sends a request of revision 2026-07-28 and leaves its answer unread. */
    Socket open(String method, Json params) {
        with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", method);
        String what = params.get("uri").exists() ? "uri" : params.get("taskId").exists() ? "taskId" : "name";
        with("Mcp-Name", params.get(what).exists() ? params.get(what).asText() : "");
        return send("POST /mcp HTTP/1.1", message(method, params).text());
    }

    Json message(String method, Json params) {
        Json meta = Json.object()
                .with(PREFIX + "protocolVersion", "2026-07-28")
                .with(PREFIX + "clientInfo", Json.object().with("name", name).with("version", "1"))
                .with(PREFIX + "clientCapabilities", capabilities);
        return rpc("1", method, params.with("_meta", meta));
    }

    static Json rpc(String id, String method, Json params) {
        return Json.object()
                .with("jsonrpc", "2.0")
                .with("id", id)
                .with("method", method)
                .with("params", params);
    }

    /** Opens a session of revision 2025-11-25; its id is empty if there is none. */
    String session() {
        return session(Json.object());
    }

    String session(Json capabilities) {
        Json params = Json.object()
                .with("protocolVersion", "2025-11-25")
                .with("capabilities", capabilities)
                .with("clientInfo", Json.object().with("name", name).with("version", "1"));
        return post(rpc("0", "initialize", params)).header("Mcp-Session-Id");
    }

    RawClient in(String session) {
        return with("MCP-Protocol-Version", "2025-11-25").with("Mcp-Session-Id", session);
    }

    Answer post(Json message) {
        return post(message.text());
    }

    Answer post(String body) {
        return read(send("POST /mcp HTTP/1.1", body));
    }

    /** Sends a request of that first line; with a length of its own, unless the head has one. */
    Socket send(String line, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        boolean measured =
                head.stream().anyMatch(it -> it.startsWith("Content-Length") || it.startsWith("Transfer-Encoding"));
        String length = measured ? "" : "Content-Length: " + bytes.length + "\r\n";
        return begin(line + "\r\n" + String.join("\r\n", head) + "\r\n" + length + "Connection: close\r\n\r\n", bytes);
    }

    /** Opens a connection and sends bytes, which may be no whole request. */
    Socket begin(String text, byte... bytes) {
        try {
            Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads an answer to its end; one without a status if the connection was closed before it. */
    static Answer read(Socket socket) {
        try (socket) {
            return new Answer(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException reset) {
            return new Answer("");
        }
    }

    /**
     * An answer as it arrived.
     *
     * @param text head and body
     */
    record Answer(String text) {
        int status() {
            return text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0;
        }

        String header(String name) {
            return text.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .findFirst()
                    .map(line -> line.substring(name.length() + 1).strip())
                    .orElse("");
        }

        /** Returns the last message; an empty object if there is none. */
        Json json() {
            return text.lines()
                    .map(line -> line.startsWith("data: ") ? line.substring(6) : line)
                    .filter(line -> line.startsWith("{") && line.endsWith("}"))
                    .map(Json::parse)
                    .reduce((first, second) -> second)
                    .orElse(Json.object());
        }

        Json result() {
            return json().get("result");
        }

        int code() {
            Json code = json().at("/error/code");
            return code.exists() ? code.asInt() : 0;
        }

        String content() {
            return json().at("/result/content/0/text").text();
        }
    }
}
