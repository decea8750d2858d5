package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
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
                .filter(link -> link.channel().isOpen())
                .forEach(link -> link.receiver()
                        .accept(JsonRpc.notification("notifications/tools/list_changed", Json.object())));
    }

    /** Ends every connection; the next one finds another version. */
    void die(int next) {
        links.forEach(link -> link.channel().close());
        version = next;
    }

    @Override
    public Channel open(Consumer<Json> receiver, Cancellation ends) {
        if (dead) {
            throw McpFailure.of(McpFailure.Kind.UNREACHABLE, "the server is dead");
        }
        Link link = new Link(new FakeChannel(this::answer), receiver);
        links.add(link);
        return link.channel();
    }

    /** One connection. */
    record Link(FakeChannel channel, Consumer<Json> receiver) {}

    private Json answer(Json request) {
        Json id = request.get("id");
        Json params = request.get("params");
        return switch (request.get("method").asText()) {
            case "initialize" ->
                JsonRpc.result(
                        id,
                        Json.object()
                                .with("protocolVersion", "2025-11-25")
                                .with("capabilities", Json.object().with("tools", Json.object())));
            case "tools/list" -> JsonRpc.result(id, Json.object().with("tools", List.of(definition())));
            case "tools/call" -> {
                ran.add(version);
                meta.add(params.get("_meta"));
                yield JsonRpc.result(id, text(params.get("name").asText()));
            }
            default -> JsonRpc.error(id, JsonRpc.METHOD_NOT_FOUND, "unknown");
        };
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
