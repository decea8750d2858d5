package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A connection to a server that is a function of its requests, until it is closed. */
final class FakeChannel implements Channel {
    private final UnaryOperator<Json> server;
    private volatile boolean open = true;

    FakeChannel(UnaryOperator<Json> server) {
        this.server = server;
    }

    @Override
    public Json call(Outgoing request, Cancellation ends) {
        if (!open) {
            throw McpFailure.of(McpFailure.Kind.LOST, "the connection ended");
        }
        return server.apply(request.message());
    }

    @Override
    public void send(Json message) {}

    @Override
    public void agreed(McpRevision revision) {}

    @Override
    public Map<String, String> traceAttributes() {
        return Map.of("network.transport", "pipe");
    }

    @Override
    public void listen() {}

    @Override
    public Duration discoveryTime() {
        return Duration.ofSeconds(10);
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}
