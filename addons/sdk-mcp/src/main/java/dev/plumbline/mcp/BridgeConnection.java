package dev.plumbline.mcp;

import dev.plumbline.http.internal.ClientKey;
import dev.plumbline.http.internal.EncodedHeader;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.http.internal.ServerThreads;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one client to the server of a host, and back. If the host starts again, the session of the client is
 * begun again, because a client over standard input cannot be asked to. Thread-safe.
 */
final class BridgeConnection {
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final String SESSION = "Mcp-Session-Id";
    private static final int LARGEST_LINE = 16 << 20;

    private final Function<Set<RunningHost>, Optional<RunningHost>> hosts;
    private final Consumer<Json> client;
    private final ServerThreads threads;
    private final String key;
    private final Map<Json, Exchange> open = new ConcurrentHashMap<>();
    private final Set<RunningHost> ended = ConcurrentHashMap.newKeySet();
    private JsonRpc.@Nullable Message initialization;
    private volatile @Nullable String session;
    private volatile String version = McpRevision.V2025_11_25.text();

    /**
     * Creates a connection.
     *
     * @param hosts returns a running host that is none of these; waits for it
     * @param client takes messages for the client
     * @param key distinguishes the client from others of its name
     */
    BridgeConnection(
            Function<Set<RunningHost>, Optional<RunningHost>> hosts,
            Consumer<Json> client,
            ServerThreads threads,
            String key) {
        this.hosts = hosts;
        this.client = client;
        this.threads = threads;
        this.key = key;
    }

    /** Notes a request before it is sent, so that a cancellation that overtakes it finds it; notes a cancellation. */
    void note(JsonRpc.Message message) {
        if (message.method().equals(Optional.of("notifications/cancelled"))) {
            Exchange cancelled = open.get(message.params().get("requestId"));
            if (cancelled != null) {
                cancelled.isCancelled = true;
            }
        } else if (message.method().isPresent()) {
            message.id().ifPresent(id -> open.put(id, new Exchange()));
        }
    }

    /**
     * Sends a message that was noted and passes on its answer, unless it was cancelled: nobody waits for that one. A
     * cancellation of a stateless request closes its connection.
     */
    void send(JsonRpc.Message message) {
        try {
            if (message.method().equals(Optional.of("notifications/cancelled")) && session == null) {
                Exchange cancelled = open.get(message.params().get("requestId"));
                if (cancelled != null) {
                    cancelled.disconnect();
                }
            } else if (!isCancelled(message)) {
                sendToHost(message);
            }
        } finally {
            message.id().filter(id -> !message.isResponse()).ifPresent(open::remove);
        }
    }

    private boolean isCancelled(JsonRpc.Message message) {
        return message.id()
                .map(open::get)
                .filter(request -> request.isCancelled)
                .isPresent();
    }

    private void sendToHost(JsonRpc.Message message) {
        boolean again = true;
        while (again) {
            again = false;
            Optional<RunningHost> host = hosts.apply(ended);
            if (host.isEmpty()) {
                refuse(message.id(), JsonRpc.refused(503, "the program is not running; start it and try again"));
                return;
            }
            try {
                exchange(message, host.get());
            } catch (ConnectException notSent) {
                ended.add(host.get()); // its file is there a moment longer than the host
                again = true;
            } catch (IOException | JsonException lost) {
                refuse(
                        message.id(),
                        JsonRpc.refused(
                                503,
                                "the connection to " + host.get().name() + " was lost; whether this had an effect is"
                                        + " unknown, so look before you send it again"));
            }
        }
    }

    /** Answers a request with an error; other messages have no answer. */
    void refuse(Optional<Json> id, JsonRpc.Failure why) {
        id.ifPresent(known -> {
            deliver(JsonRpc.error(id, why));
            open.remove(known);
        });
    }

    /** Gives a message to the client, unless it answers a request that the client has cancelled. */
    private void deliver(Json message) {
        Exchange request = message.get("method").exists() ? null : open.get(message.get("id"));
        if (request == null || !request.isCancelled) {
            client.accept(message);
        }
    }

    private void exchange(JsonRpc.Message message, RunningHost host) throws IOException {
        boolean begins = message.method().equals(Optional.of("initialize"));
        String used = session;
        if (exchange(message, host, this::deliver)) {
            if (begins) {
                initialization = message;
            }
            return;
        }
        if (!begins && used != null && again(host, used)) {
            boolean unused = exchange(message, host, this::deliver);
        }
    }

    /** Begins a new session for one that the host does not know; returns whether there is one now. */
    private synchronized boolean again(RunningHost host, String gone) throws IOException {
        JsonRpc.Message first = initialization;
        if (first == null || !gone.equals(session)) {
            return session != null && !gone.equals(session);
        }
        session = null;
        boolean begun = exchange(first, host, answer -> {});
        JsonRpc.Message second = JsonRpc.read(JsonRpc.notification("notifications/initialized", Json.object())
                .text()
                .getBytes(StandardCharsets.UTF_8));
        boolean unused = begun && session != null && exchange(second, host, answer -> {});
        threads.work().execute(this::listen);
        return session != null;
    }

    /** Sends a message; returns false if the host does not know its session, in which case it was not handled. */
    private boolean exchange(JsonRpc.Message message, RunningHost host, Consumer<Json> receiver) throws IOException {
        HttpURLConnection connection = connect(host, "POST");
        boolean inSession = headers(connection, message);
        connection.setDoOutput(true);
        message.id().map(open::get).ifPresent(request -> request.connection = connection);
        try {
            byte[] body = message.json().text().getBytes(StandardCharsets.UTF_8);
            connection.setFixedLengthStreamingMode(body.length); // otherwise the JDK sends a lost request again
            connection.getOutputStream().write(body);
            if (message.method().equals(Optional.of("initialize"))) {
                session = connection.getHeaderField(SESSION);
            }
            if (inSession && connection.getResponseCode() == 404) {
                return false;
            }
            boolean answered = answer(connection, message, receiver);
            if (!answered && connection.getResponseCode() >= 400) {
                refuse(message.id(), JsonRpc.refused(connection.getResponseCode(), "the server refused"));
            }
            return true;
        } finally {
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

    /** Sets the headers of the message's revision; returns whether they name a session. */
    private boolean headers(HttpURLConnection connection, JsonRpc.Message message) {
        Optional<String> stateless = message.meta().get(VERSION).findText();
        String known = session;
        if (stateless.isPresent()) {
            String method = message.method().orElse("");
            connection.setRequestProperty(ClientKey.HEADER, key);
            connection.setRequestProperty("MCP-Protocol-Version", stateless.get());
            connection.setRequestProperty("Mcp-Method", method);
            EncodedHeader.name(method, message.params())
                    .ifPresent(name -> connection.setRequestProperty("Mcp-Name", name));
        } else if (known != null && !message.method().equals(Optional.of("initialize"))) {
            connection.setRequestProperty(SESSION, known);
            connection.setRequestProperty("MCP-Protocol-Version", version);
            return true;
        }
        return false;
    }

    /** Passes on the messages of an answer; returns whether there was one. */
    private boolean answer(HttpURLConnection connection, JsonRpc.Message message, Consumer<Json> receiver)
            throws IOException {
        int status = connection.getResponseCode();
        InputStream in = status >= 400 ? connection.getErrorStream() : connection.getInputStream();
        if (in == null || status == 202) {
            return status == 202;
        }
        String type = String.valueOf(connection.getContentType());
        if (type.startsWith("text/event-stream")) {
            return events(in, receiver);
        }
        byte[] body = in.readNBytes(LARGEST_LINE);
        if (body.length == 0) {
            return false;
        }
        Json json = Json.parse(body);
        JsonMembers.object(json, "result").get("protocolVersion").findText().ifPresent(chosen -> version = chosen);
        if (json.get("id").exists()) {
            receiver.accept(json);
            return true;
        }
        message.id()
                .ifPresent(id -> receiver.accept(
                        Json.object().with("jsonrpc", "2.0").with("id", id).with("error", json.get("error"))));
        return true;
    }

    private static boolean events(InputStream in, Consumer<Json> receiver) throws IOException {
        boolean any = false;
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data: ")) {
                receiver.accept(Json.parse(line.substring(6)));
                any = true;
            }
        }
        return any;
    }

    /** Passes on the notifications of a session until it ends. */
    void listen() {
        String known = session;
        Optional<RunningHost> host = known == null ? Optional.empty() : hosts.apply(ended);
        if (host.isEmpty() || known == null) {
            return;
        }
        try {
            HttpURLConnection connection = connect(host.get(), "GET");
            connection.setRequestProperty(SESSION, known);
            connection.setRequestProperty("MCP-Protocol-Version", version);
            if (connection.getResponseCode() == 200) {
                boolean unused = events(connection.getInputStream(), this::deliver);
            }
        } catch (IOException | JsonException ended) {
            // the session goes on without notifications
        }
    }

    /** A request of the client that has no answer yet. */
    private static final class Exchange {
        private volatile boolean isCancelled;
        private volatile @Nullable HttpURLConnection connection;

        void disconnect() {
            HttpURLConnection used = connection;
            if (used != null) {
                used.disconnect();
            }
        }
    }
}
