package dev.plumbline.testkit;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.WriterLostException;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Conversations in memory, for tests: in a map that the test may look at and change between the calls. What is appended to
 * or taken out of a list behind the back of a writer costs that its lease. Safe for any number of threads.
 */
public final class InMemorySessionStore implements SessionStore {
    private final Map<String, List<Json>> records;
    private final Consumer<List<Json>> appending;
    private final Consumer<String> released;
    private final Map<String, ListWriter> open = new HashMap<>();
    private boolean closed;

    private InMemorySessionStore(
            Map<String, List<Json>> records, Consumer<List<Json>> appending, Consumer<String> released) {
        this.records = records;
        this.appending = appending;
        this.released = released;
    }

    /** One over that map, from ids to records; it is used under this store's monitor alone. */
    public static InMemorySessionStore of(Map<String, List<Json>> records) {
        return new InMemorySessionStore(records, some -> {}, id -> {});
    }

    /** The same that asks before records are added, without its monitor: what is thrown there, {@code append} throws. */
    public InMemorySessionStore withAppending(Consumer<List<Json>> before) {
        return new InMemorySessionStore(records, before, released);
    }

    /** The same with a listener that is called whenever a writer is closed, with the conversation's id. */
    public InMemorySessionStore withReleased(Consumer<String> listener) {
        return new InMemorySessionStore(records, appending, listener);
    }

    @Override
    public synchronized List<StoredSession> list() {
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
    public synchronized Stream<Json> read(String sessionId) {
        return List.copyOf(records.getOrDefault(sessionId, List.of())).stream();
    }

    @Override
    public synchronized Writer open(String sessionId) {
        if (closed) {
            throw new IllegalStateException("this store is closed");
        }
        requireClosed(sessionId);
        ListWriter writer = new ListWriter(sessionId);
        open.put(sessionId, writer);
        return writer;
    }

    private void requireClosed(String id) {
        if (open.containsKey(id)) {
            throw new IllegalStateException("conversation " + id + " is open for writing in this runtime");
        }
    }

    @Override
    public synchronized void delete(String sessionId) {
        requireClosed(sessionId);
        records.remove(sessionId);
    }

    @Override
    public void close() {
        List<ListWriter> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(open.values());
        }
        left.forEach(ListWriter::close);
    }

    private final class ListWriter implements Writer {
        private final String id;
        private int position;

        ListWriter(String id) {
            this.id = id;
            this.position = now().size();
        }

        private List<Json> now() {
            return records.getOrDefault(id, List.of());
        }

        @Override
        public long position() {
            synchronized (InMemorySessionStore.this) {
                return position;
            }
        }

        @Override
        public Stream<Json> read() {
            synchronized (InMemorySessionStore.this) {
                return List.copyOf(now().subList(0, position)).stream();
            }
        }

        @Override
        public void append(List<Json> some) {
            requireOwn();
            appending.accept(some);
            synchronized (InMemorySessionStore.this) {
                requireOwn();
                if (!some.isEmpty()) {
                    records.computeIfAbsent(id, fresh -> new ArrayList<>()).addAll(some);
                    position += some.size();
                }
            }
        }

        @Override
        public String setAside(long from) {
            synchronized (InMemorySessionStore.this) {
                if (from < 0 || from > position) {
                    throw new IllegalArgumentException("there is no position " + from);
                }
                requireOwn();
                if (from < position) {
                    records.put(id, new ArrayList<>(now().subList(0, (int) from)));
                }
                position = (int) from;
                return "";
            }
        }

        private void requireOwn() {
            synchronized (InMemorySessionStore.this) {
                if (open.get(id) != this) {
                    throw new WriterLostException("the writer of conversation " + id + " was closed");
                }
                if (now().size() != position) {
                    throw new WriterLostException("conversation " + id + " was written by somebody else");
                }
            }
        }

        @Override
        public void close() {
            boolean first;
            synchronized (InMemorySessionStore.this) {
                first = open.remove(id, this);
            }
            if (first) {
                released.accept(id);
            }
        }
    }
}
