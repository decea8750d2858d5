package dev.plumbline.session;

import dev.plumbline.extend.SessionStore;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Conversations in memory; may be told to fail from a record on. */
final class ListStore implements SessionStore {
    final Map<String, List<Json>> records = new TreeMap<>();
    final List<String> released = new ArrayList<>();
    int failAt = Integer.MAX_VALUE;
    private int appended;

    @Override
    public synchronized List<Summary> list() {
        return records.entrySet().stream()
                .map(held -> Summary.of(
                        held.getKey(),
                        held.getValue().get(0),
                        held.getValue().get(held.getValue().size() - 1)))
                .toList();
    }

    @Override
    public synchronized Stream<Json> read(String sessionId) {
        return List.copyOf(records.getOrDefault(sessionId, List.of())).stream();
    }

    @Override
    public synchronized void append(String sessionId, Json record) {
        if (appended++ >= failAt) {
            throw new IllegalStateException("disk full");
        }
        records.computeIfAbsent(sessionId, id -> new ArrayList<>()).add(Json.parse(record.text()));
    }

    @Override
    public synchronized void delete(String sessionId) {
        records.remove(sessionId);
    }

    @Override
    public synchronized void release(String sessionId) {
        released.add(sessionId);
    }

    @Override
    public void close() {}

    synchronized List<Json> only() {
        return records.isEmpty()
                ? List.of()
                : List.copyOf(records.values().iterator().next());
    }
}
