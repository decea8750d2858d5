package dev.plumbline.testkit.laws;

import dev.plumbline.extend.SessionStore;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A session store of lists in memory. */
class Lists implements SessionStore {
    final Map<String, List<Json>> records = new TreeMap<>();

    @Override
    public List<Summary> list() {
        return records.entrySet().stream()
                .map(held -> Summary.of(
                        held.getKey(),
                        held.getValue().get(0),
                        held.getValue().get(held.getValue().size() - 1)))
                .sorted(Comparator.comparing(Summary::last).reversed())
                .toList();
    }

    @Override
    public Stream<Json> read(String sessionId) {
        return List.copyOf(records.getOrDefault(sessionId, List.of())).stream();
    }

    @Override
    public void append(String sessionId, Json record) {
        records.computeIfAbsent(sessionId, id -> new ArrayList<>()).add(record);
    }

    @Override
    public void delete(String sessionId) {
        records.remove(sessionId);
    }

    @Override
    public void close() {}
}
