package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A session of a client with a revision before 2026-07-28. Thread-safe. */
final class McpSession {
    private static final int MOST_REQUESTS = 64;
    private static final int MOST_RESOURCES = 256;

    private final String id;
    private final McpRevision version;
    private final McpClientInfo info;
    private final Json capabilities;
    private final Peer.ClientMemory memory;
    private final Set<String> resources = ConcurrentHashMap.newKeySet();
    private final Map<String, Consumer<Json>> requests = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile McpClient.LogLevel logLevel = McpClient.LogLevel.INFO;
    private volatile long lastUsed;

    McpSession(String id, McpRevision version, McpClientInfo info, Json capabilities, Peer.ClientMemory memory) {
        this.id = id;
        this.version = version;
        this.info = info;
        this.capabilities = Peer.answerable(capabilities);
        this.memory = memory;
    }

    String id() {
        return id;
    }

    McpRevision version() {
        return version;
    }

    McpClientInfo info() {
        return info;
    }

    Peer peer() {
        return new Peer(version, info, capabilities, memory, Optional.of(logLevel));
    }

    void logLevel(McpClient.LogLevel least) {
        logLevel = least;
    }

    /** Returns the addresses whose changes the client wants. */
    Set<String> resources() {
        return resources;
    }

    /** Adds an address whose changes the client wants; false if there are too many. */
    boolean subscribe(String uri) {
        if (resources.size() >= MOST_RESOURCES) {
            return false;
        }
        resources.add(uri);
        return true;
    }

    void used(long nanos) {
        lastUsed = nanos;
    }

    long lastUsed() {
        return lastUsed;
    }

    /**
     * Returns a request to the client, whose answer goes to the receiver.
     *
     * @throws IllegalStateException if too many are unanswered
     */
    Json request(McpInput input, Consumer<Json> receiver) {
        if (requests.size() >= MOST_REQUESTS) {
            throw new IllegalStateException("the client leaves its requests unanswered");
        }
        String number = "server-" + numbers.incrementAndGet();
        requests.put(number, receiver);
        return JsonRpc.request(number, input.kind().method(), input.params());
    }

    /** Takes an answer of the client; one that was not asked for is dropped. */
    void respond(JsonRpc.Message response) {
        String number = response.id()
                .filter(n -> n.kind() == Json.Kind.STRING)
                .map(Json::asText)
                .orElse("");
        Consumer<Json> receiver = requests.remove(number);
        if (receiver != null) {
            Json result = response.json().get("result");
            receiver.accept(
                    result.kind() == Json.Kind.OBJECT ? result : Json.object().with("action", "cancel"));
        }
    }
}
