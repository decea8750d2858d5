package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A session store of lists in memory that keeps the laws; what breaks one replaces a part of it. */
class ListSessionStore implements SessionStore {
    final Map<String, List<Json>> records = new TreeMap<>();
    final Map<String, Writer> open = new HashMap<>();

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        return records.entrySet().stream()
                .filter(held -> !held.getValue().isEmpty())
                .map(held -> StoredSession.of(
                        held.getKey(),
                        held.getValue().get(0),
                        held.getValue().get(held.getValue().size() - 1)))
                .sorted(Comparator.comparing(StoredSession::last).reversed())
                .toList();
    }

    @Override
    public synchronized Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        return List.copyOf(records.getOrDefault(sessionId, List.of())).stream();
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        requireClosed(sessionId);
        Writer writer = new Lease(sessionId);
        open.put(sessionId, writer);
        return writer;
    }

    void requireTime(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isZero()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }

    private void requireClosed(String id) {
        if (open.containsKey(id)) {
            throw new IllegalStateException(id + " is open in this runtime");
        }
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        requireClosed(sessionId);
        records.remove(sessionId);
    }

    @Override
    public void close() {
        open.clear();
    }

    /** Another store of the same conversations. */
    SessionStore another() {
        return this;
    }

    /** Adds what a writer appends, one after the other. */
    void add(String id, Json record) {
        records.computeIfAbsent(id, fresh -> new ArrayList<>()).add(record);
    }

    /** A writer that asks this store whether it has its lease. */
    class Lease implements Writer {
        private final String id;

        Lease(String id) {
            this.id = id;
        }

        @Override
        public long position() {
            return records.getOrDefault(id, List.of()).size();
        }

        @Override
        public Stream<Json> read() {
            return ListSessionStore.this.read(id);
        }

        @Override
        public void append(long position, List<Json> some, Duration limit, Cancellation cancellation) {
            synchronized (ListSessionStore.this) {
                if (open.get(id) != this || position != position()) {
                    throw new WriterLostException(id + " is not open");
                }
                some.forEach(record -> add(id, record));
            }
        }

        @Override
        public String setAside(long position) {
            records.put(
                    id,
                    new ArrayList<>(
                            ListSessionStore.this.read(id).limit(position).toList()));
            return "";
        }

        @Override
        public void close() {
            open.remove(id, this);
        }
    }
}
