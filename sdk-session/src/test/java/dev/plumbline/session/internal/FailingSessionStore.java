package dev.plumbline.session.internal;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.InMemorySessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A store of conversations in memory that can be set to fail from a record on. */
final class FailingSessionStore implements SessionStore {
    final Map<String, List<Json>> records = new TreeMap<>();
    final List<String> released = new ArrayList<>();
    int failAt = Integer.MAX_VALUE;

    /** Records that it refuses as ones that could not be read again. */
    Predicate<Json> refused = record -> false;

    int attempts;

    /** The limits of its operations. */
    final List<Duration> limits = new CopyOnWriteArrayList<>();

    private int appended;
    private final SessionStore kept =
            InMemorySessionStore.of(records).withAppending(this::count).withReleased(this::rest);

    private synchronized void count(List<Json> some) {
        attempts++;
        if (some.stream().anyMatch(refused)) {
            throw new IllegalArgumentException("a record is too long");
        }
        appended += some.size();
        if (appended > failAt) {
            throw new IllegalStateException("disk full");
        }
    }

    private synchronized void rest(String id) {
        released.add(id);
    }

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        limits.add(limit);
        return kept.list(limit, cancellation);
    }

    @Override
    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        limits.add(limit);
        return kept.read(sessionId, limit, cancellation);
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        limits.add(limit);
        return kept.open(sessionId, limit, cancellation);
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        kept.delete(sessionId, limit, cancellation);
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
