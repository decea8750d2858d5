package dev.plumbline.integration.programs;

import dev.plumbline.extend.SessionStore;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Journals in memory, of which a crash leaves what stands there at that moment. */
final class Records implements SessionStore {
    private final Map<String, List<Json>> journals = new ConcurrentHashMap<>();

    /** What a program finds that starts when this one is killed now. */
    Records afterCrash() {
        Records left = new Records();
        journals.forEach((id, records) -> left.journals.put(id, new CopyOnWriteArrayList<>(records)));
        return left;
    }

    @Override
    public List<Summary> list() {
        return journals.entrySet().stream()
                .map(held -> Summary.of(
                        held.getKey(),
                        held.getValue().get(0),
                        held.getValue().get(held.getValue().size() - 1)))
                .toList();
    }

    @Override
    public Stream<Json> read(String sessionId) {
        return List.copyOf(journals.getOrDefault(sessionId, List.of())).stream();
    }

    @Override
    public void append(String sessionId, Json record) {
        journals.computeIfAbsent(sessionId, id -> new CopyOnWriteArrayList<>()).add(record);
    }

    @Override
    public void delete(String sessionId) {
        journals.remove(sessionId);
    }

    @Override
    public void close() {}
}
