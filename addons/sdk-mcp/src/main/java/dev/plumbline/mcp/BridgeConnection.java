package dev.plumbline.mcp;

import dev.plumbline.http.internal.EncodedHeader;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The messages of one client on their way to the server of a host, and back. Thread-safe. */
final class BridgeConnection {
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final int LARGEST_LINE = 16 << 20;

    private final Supplier<Optional<RunningHost>> hosts;
    private final Consumer<Json> client;
    private final Map<Json, HttpURLConnection> open = new ConcurrentHashMap<>();
    private volatile @Nullable String session;
    private volatile String version = McpRevision.V2025_11_25.text();

    /**
     * Creates a connection.
     *
     * @param hosts returns the running host; waits for it
     * @param client takes messages for the client
     */
    BridgeConnection(Supplier<Optional<RunningHost>> hosts, Consumer<Json> client) {
        this.hosts = hosts;
        this.client = client;
    }

    /** Sends a message and passes on its answer; a cancellation of a stateless request closes its connection. */
    void send(JsonRpc.Message message) {
        if (message.method().equals(Optional.of("notifications/cancelled")) && session == null) {
            HttpURLConnection cancelled = open.get(message.params().get("requestId"));
            if (cancelled != null) {
                cancelled.disconnect();
            }
            return;
        }
        Optional<RunningHost> host = hosts.get();
        if (host.isEmpty()) {
            refuse(message.id(), JsonRpc.refused(503, "the program is not running; start it and try again"));
            return;
        }
        try {
            exchange(message, host.get());
        } catch (IOException | JsonException lost) {
            refuse(
                    message.id(),
                    JsonRpc.refused(503, "the connection to " + host.get().name() + " was lost"));
        }
    }

    /** Answers a request with an error; other messages have no answer. */
    void refuse(Optional<Json> id, JsonRpc.Failure why) {
        id.ifPresent(known -> client.accept(JsonRpc.error(id, why)));
    }

    private void exchange(JsonRpc.Message message, RunningHost host) throws IOException {
        HttpURLConnection connection = connect(host, "POST");
        headers(connection, message);
        connection.setDoOutput(true);
        Json key = message.id().orElse(Json.object());
        open.put(key, connection);
        try {
            byte[] body = message.json().text().getBytes(StandardCharsets.UTF_8);
            connection.setFixedLengthStreamingMode(body.length); // otherwise the JDK sends a lost request again
            connection.getOutputStream().write(body);
            if (message.method().equals(Optional.of("initialize"))) {
                session = connection.getHeaderField("Mcp-Session-Id");
            }
            boolean answered = answer(connection, message);
            if (!answered && connection.getResponseCode() >= 400) {
                refuse(message.id(), JsonRpc.refused(connection.getResponseCode(), "the server refused"));
            }
        } finally {
            open.remove(key);
            connection.disconnect();
        }
    }

    private static HttpURLConnection connect(RunningHost host, String method) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) host.address().toURL().openConnection(Proxy.NO_PROXY);
        connection.setRequestMethod(method);
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout(5_000);
        connection.setRequestProperty("Authorization", "Bearer " + host.token());
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setRequestProperty(
                "Accept", method.equals("GET") ? "text/event-stream" : "application/json, text/event-stream");
        return connection;
    }

    /** Sets the headers of the message's revision. */
    private void headers(HttpURLConnection connection, JsonRpc.Message message) {
        Optional<String> stateless = message.meta().get(VERSION).findText();
        String known = session;
        if (stateless.isPresent()) {
            String method = message.method().orElse("");
            connection.setRequestProperty("MCP-Protocol-Version", stateless.get());
            connection.setRequestProperty("Mcp-Method", method);
            message.params()
                    .get(method.equals("resources/read") ? "uri" : "name")
                    .findText()
                    .ifPresent(name -> connection.setRequestProperty("Mcp-Name", EncodedHeader.encode(name)));
        } else if (known != null && !message.method().equals(Optional.of("initialize"))) {
            connection.setRequestProperty("Mcp-Session-Id", known);
            connection.setRequestProperty("MCP-Protocol-Version", version);
        }
    }

    /** Passes on the messages of an answer; returns whether there was one. */
    private boolean answer(HttpURLConnection connection, JsonRpc.Message message) throws IOException {
        int status = connection.getResponseCode();
        InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
        if (in == null || status == 202) {
            return status == 202;
        }
        String type = String.valueOf(connection.getContentType());
        if (type.startsWith("text/event-stream")) {
            return events(in);
        }
        byte[] body = in.readNBytes(LARGEST_LINE);
        if (body.length == 0) {
            return false;
        }
        Json json = Json.parse(body);
        JsonMembers.object(json, "result").get("protocolVersion").findText().ifPresent(chosen -> version = chosen);
        if (json.get("id").exists()) {
            client.accept(json);
            return true;
        }
        message.id()
                .ifPresent(id -> client.accept(
                        Json.object().with("jsonrpc", "2.0").with("id", id).with("error", json.get("error"))));
        return true;
    }

    private boolean events(InputStream in) throws IOException {
        boolean any = false;
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data: ")) {
                client.accept(Json.parse(line.substring(6)));
                any = true;
            }
        }
        return any;
    }

    /** Passes on the notifications of a session until it ends. */
    void listen() {
        String known = session;
        Optional<RunningHost> host = known == null ? Optional.empty() : hosts.get();
        if (host.isEmpty() || known == null) {
            return;
        }
        try {
            HttpURLConnection connection = connect(host.get(), "GET");
            connection.setRequestProperty("Mcp-Session-Id", known);
            connection.setRequestProperty("MCP-Protocol-Version", version);
            if (connection.getResponseCode() == 200) {
                boolean unused = events(connection.getInputStream());
            }
        } catch (IOException | JsonException ended) {
            // the session goes on without notifications
        }
    }
}
