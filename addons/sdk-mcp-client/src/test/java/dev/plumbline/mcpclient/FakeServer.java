package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A server in memory, of revision 2025-11-25, with one tool whose definition has a version; it keeps what it ran. */
final class FakeServer implements Channel.Opener {
    final List<Integer> ran = new CopyOnWriteArrayList<>();
    final List<Json> meta = new CopyOnWriteArrayList<>();
    final List<Link> links = new ArrayList<>();
    volatile int version;
    volatile boolean dead;

    /** Changes the definition and notifies the client. */
    void change(int to) {
        version = to;
        links.stream()
                .filter(Channel::isOpen)
                .forEach(link ->
                        link.receiver.accept(JsonRpc.notification("notifications/tools/list_changed", Json.object())));
    }

    /** Ends every connection; the next one finds another version. */
    void die(int next) {
        links.forEach(Link::close);
        version = next;
    }

    @Override
    public Channel open(Consumer<Json> receiver, Cancellation ends) {
        if (dead) {
            throw McpFailure.of(McpFailure.Kind.UNREACHABLE, "the server is dead");
        }
        Link link = new Link(receiver);
        links.add(link);
        return link;
    }

    /** One connection. */
    final class Link implements Channel {
        private final Consumer<Json> receiver;
        private volatile boolean open = true;

        private Link(Consumer<Json> receiver) {
            this.receiver = receiver;
        }

        @Override
        public Json call(Outgoing request, Cancellation ends) {
            if (!open) {
                throw McpFailure.of(McpFailure.Kind.LOST, "the connection ended");
            }
            Json params = request.message().get("params");
            return switch (request.message().get("method").asText()) {
                case "initialize" ->
                    result(
                            request,
                            Json.object()
                                    .with("protocolVersion", "2025-11-25")
                                    .with("capabilities", Json.object().with("tools", Json.object())));
                case "tools/list" -> result(request, Json.object().with("tools", List.of(definition())));
                case "tools/call" -> {
                    ran.add(version);
                    meta.add(params.get("_meta"));
                    yield result(request, text(params.get("name").asText()));
                }
                default -> JsonRpc.error(Json.of(request.id()), JsonRpc.METHOD_NOT_FOUND, "unknown");
            };
        }

        private Json result(Outgoing request, Json result) {
            return JsonRpc.result(Json.of(request.id()), result);
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

    private Json definition() {
        return Json.object()
                .with("name", "read")
                .with("description", "Version " + version)
                .with("inputSchema", Json.object().with("type", "object"));
    }

    private static Json text(String words) {
        return Json.object()
                .with("content", List.of(Json.object().with("type", "text").with("text", words)));
    }
}
