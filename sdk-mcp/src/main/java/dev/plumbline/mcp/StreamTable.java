package dev.plumbline.mcp;

import dev.plumbline.json.Json;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** The open streams for notifications, and what each of them wants. Thread-safe. */
final class StreamTable {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final int most;

    StreamTable(int most) {
        this.most = most;
    }

    /** Adds a stream. If too many are open, the oldest one ends; its client may have gone without notice. */
    synchronized void add(Listener listener) {
        while (listeners.size() >= most) {
            listeners.remove(0).stream().end();
        }
        listeners.add(listener);
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }

    void toolsChanged() {
        listeners.stream()
                .filter(Listener::tools)
                .forEach(listener -> listener.send("notifications/tools/list_changed", Json.object()));
    }

    void resourceChanged(String uri) {
        listeners.stream()
                .filter(listener -> listener.resources().contains(uri))
                .forEach(listener -> listener.send(
                        "notifications/resources/updated", Json.object().with("uri", uri)));
    }

    /** Ends all streams that the test selects. */
    void end(Predicate<Listener> selected) {
        listeners.stream()
                .filter(selected)
                .forEach(listener -> listener.stream().end());
    }

    /**
     * A stream and what it wants.
     *
     * @param stream the stream
     * @param meta the member {@code _meta} of its notifications; an empty object for none
     * @param tools whether it wants changes of the list of tools
     * @param resources the addresses whose changes it wants; may change while it is open
     */
    record Listener(NotificationStream stream, Json meta, boolean tools, Set<String> resources) {
        void send(String method, Json params) {
            stream.add(JsonRpc.notification(method, meta.fields().isEmpty() ? params : params.with("_meta", meta)));
        }
    }
}
