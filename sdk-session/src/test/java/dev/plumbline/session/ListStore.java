package dev.plumbline.session;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.MemorySessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A store of conversations in memory that can be set to fail from a record on. */
final class ListStore implements SessionStore {
    final Map<String, List<Json>> records = new TreeMap<>();
    final List<String> released = new ArrayList<>();
    int failAt = Integer.MAX_VALUE;
    private int appended;
    private final SessionStore kept =
            MemorySessionStore.of(records).withAppending(this::count).withReleased(this::rest);

    private synchronized void count(List<Json> some) {
        appended += some.size();
        if (appended > failAt) {
            throw new IllegalStateException("disk full");
        }
    }

    private synchronized void rest(String id) {
        released.add(id);
    }

    @Override
    public List<Summary> list() {
        return kept.list();
    }

    @Override
    public Stream<Json> read(String sessionId) {
        return kept.read(sessionId);
    }

    @Override
    public Writer open(String sessionId) {
        return kept.open(sessionId);
    }

    @Override
    public void delete(String sessionId) {
        kept.delete(sessionId);
    }

    @Override
    public void close() {
        kept.close();
    }

    List<Json> only() {
        return records.isEmpty()
                ? List.of()
                : kept.read(records.keySet().iterator().next()).toList();
    }
}
