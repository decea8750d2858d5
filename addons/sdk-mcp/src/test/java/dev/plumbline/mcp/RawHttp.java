package dev.plumbline.mcp;

import dev.plumbline.http.internal.ClientKey;
import dev.plumbline.http.internal.EncodedHeader;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A client that sends exactly the headers that a test wants. */
final class RawHttp {
    static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private final int port;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private boolean tasks;

    RawHttp(McpServer server) {
        this(server.address().getPort(), server.token());
    }

    RawHttp(int port, String token) {
        this.port = port;
        headers.put("Host", "127.0.0.1:" + port);
        headers.put("Authorization", "Bearer " + token);
        headers.put("Content-Type", "application/json");
        headers.put("Accept", "application/json, text/event-stream");
        headers.put("MCP-Protocol-Version", "2026-07-28");
        headers.put(ClientKey.HEADER, "a-key-that-nobody-else-has");
    }

    RawHttp with(String name, String value) {
        headers.put(name, value);
        return this;
    }

    RawHttp without(String name) {
        headers.remove(name);
        return this;
    }

    /** From now on the client takes tasks. */
    RawHttp withTasks() {
        tasks = true;
        return this;
    }

    /** Sends a request of revision 2026-07-28. */
    Answer call(String method, Json params) {
        return call(method, params, "test-client");
    }

    Answer call(String method, Json params, String client) {
        return post(stateless(method, params, client));
    }

    /** Opens a request of revision 2026-07-28 and leaves it open. */
    Open open(String method, Json params) {
        return start("POST", stateless(method, params, "test-client").text());
    }

    private Json stateless(String method, Json params, String client) {
        headers.put("Mcp-Method", method);
        headers.remove("Mcp-Name");
        EncodedHeader.name(method, params).ifPresent(name -> headers.put("Mcp-Name", name));
        Json given = params.get("_meta");
        Json meta = given.exists() ? given : Json.object();
        for (Map.Entry<String, Json> member :
                (tasks ? metaWithTasks(client) : meta(client)).fields().entrySet()) {
            meta = meta.with(member.getKey(), member.getValue());
        }
        return JsonRpc.request("1", method, params.with("_meta", meta));
    }

    /** Returns what every request of revision 2026-07-28 says about its client. */
    static Json meta(String client) {
        return Json.object()
                .with(VERSION, "2026-07-28")
                .with("io.modelcontextprotocol/clientInfo", Json.object().with("name", client))
                .with(
                        "io.modelcontextprotocol/clientCapabilities",
                        Json.object().with("elicitation", Json.object()));
    }

    /** Returns the same for a client that takes tasks. */
    static Json metaWithTasks(String client) {
        String member = "io.modelcontextprotocol/clientCapabilities";
        Json extensions = Json.object().with(TaskTable.EXTENSION, Json.object());
        Json meta = meta(client);
        return meta.with(member, meta.get(member).with("extensions", extensions));
    }

    static Json tool(String name, Json arguments) {
        return Json.object().with("name", name).with("arguments", arguments);
    }

    Answer post(Json message) {
        return send("POST", message.text());
    }

    Answer send(String method, String body) {
        try (Open open = start(method, body)) {
            return open.answer();
        }
    }

    Open start(String method, String body) {
        try {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            StringBuilder head = new StringBuilder(method + " /mcp HTTP/1.1\r\n");
            headers.forEach((name, value) ->
                    head.append(name).append(": ").append(value).append("\r\n"));
            if (!headers.containsKey("Content-Length")) {
                head.append("Content-Length: ").append(bytes.length).append("\r\n");
            }
            head.append("Connection: close\r\n\r\n");
            Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return new Open(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A request whose answer has not been read yet. */
    record Open(Socket socket) implements AutoCloseable {
        Answer answer() {
            try {
                InputStream in = socket.getInputStream();
                String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                int end = all.indexOf("\r\n\r\n");
                String head = all.substring(0, end);
                Map<String, String> headers = new LinkedHashMap<>();
                head.lines()
                        .skip(1)
                        .forEach(line -> headers.put(
                                line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                                line.substring(line.indexOf(':') + 1).strip()));
                return new Answer(Integer.parseInt(head.substring(9, 12)), Map.copyOf(headers), all.substring(end + 4));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Waits until something of the answer has arrived. */
        void awaitFirstByte() {
            try {
                int unused = socket.getInputStream().read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** An answer; a stream of events is read by {@link #messages}. */
    record Answer(int status, Map<String, String> headers, String body) {
        Json json() {
            List<Json> messages = messages();
            return messages.get(messages.size() - 1);
        }

        Json result() {
            return json().get("result");
        }

        int code() {
            return json().at("/error/code").asInt();
        }

        String message() {
            return json().at("/error/message").asText();
        }

        List<Json> messages() {
            List<Json> messages = new ArrayList<>();
            if (headers.getOrDefault("content-type", "").equals("text/event-stream")) {
                body.lines()
                        .filter(line -> line.startsWith("data: "))
                        .forEach(line -> messages.add(Json.parse(line.substring(6))));
            } else {
                messages.add(Json.parse(body));
            }
            return messages;
        }
    }
}
