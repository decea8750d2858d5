package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The open streams for notifications, and what each of them wants. Thread-safe. */
final class StreamTable {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final int most;

    StreamTable(int most) {
        this.most = most;
    }

    /**
     * Adds a stream. If too many are open, the oldest one of the client that has most of them ends; it may have gone
     * without notice.
     */
    synchronized void add(Listener listener) {
        while (listeners.size() >= most) {
            String client = mostFrequent(listeners.stream().map(Listener::client));
            listeners.stream()
                    .filter(open -> open.client().equals(client))
                    .findFirst()
                    .ifPresent(oldest -> {
                        listeners.remove(oldest);
                        oldest.stream().end();
                    });
        }
        listeners.add(listener);
    }

    /** Returns the name that occurs most often; empty if there is none. */
    static String mostFrequent(Stream<String> names) {
        return names.collect(Collectors.groupingBy(name -> name, Collectors.counting())).entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
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
     * @param client its client, see {@link Peer#owner}
     * @param stream the stream
     * @param meta the member {@code _meta} of its notifications; an empty object for none
     * @param tools whether it wants changes of the list of tools
     * @param resources the addresses whose changes it wants; may change while it is open
     */
    record Listener(String client, NotificationStream stream, Json meta, boolean tools, Set<String> resources) {
        void send(String method, Json params) {
            stream.add(JsonRpc.notification(method, meta.fields().isEmpty() ? params : params.with("_meta", meta)));
        }
    }
}
