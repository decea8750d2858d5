package dev.plumbline.testkit;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A session store in memory for tests, in a map that the test can read and change between calls. A writer loses its
 * lease if the test changes its list. Thread-safe.
 */
public final class InMemorySessionStore implements SessionStore {
    /** The conversations, the open writers, and the monitor, of all stores of one map. */
    private static final class Shared {
        private final Map<String, List<Json>> records;
        private final Map<String, ListWriter> open = new HashMap<>();
        private long tokens;

        Shared(Map<String, List<Json>> records) {
            this.records = records;
        }
    }

    /** How long a lease lasts, by which clock. */
    private record LeaseTime(Duration length, Scheduler time) {}

    private final Shared shared;
    private final Consumer<List<Json>> appending;
    private final Consumer<String> released;
    private final Optional<LeaseTime> leases;
    private boolean closed;

    private InMemorySessionStore(
            Shared shared, Consumer<List<Json>> appending, Consumer<String> released, Optional<LeaseTime> leases) {
        this.shared = shared;
        this.appending = appending;
        this.released = released;
        this.leases = leases;
    }

    /** One over that map, from ids to records; it is used under one monitor alone. */
    public static InMemorySessionStore of(Map<String, List<Json>> records) {
        return new InMemorySessionStore(new Shared(records), some -> {}, id -> {}, Optional.empty());
    }

    /** Another store of the same conversations, as another program has one; closing one leaves the others open. */
    public InMemorySessionStore another() {
        return new InMemorySessionStore(shared, appending, released, leases);
    }

    /**
     * Returns a store that calls {@code before} without its monitor before records are added; {@code append} throws its
     * exceptions.
     */
    public InMemorySessionStore withAppending(Consumer<List<Json>> before) {
        return new InMemorySessionStore(shared, before, released, leases);
    }

    /** Returns a store that calls a listener with the conversation's id when a writer is closed. */
    public InMemorySessionStore withReleased(Consumer<String> listener) {
        return new InMemorySessionStore(shared, appending, listener, leases);
    }

    /** The same whose leases end after that time unless they are renewed, as those of a store for several machines. */
    public InMemorySessionStore withLease(Duration length, Scheduler time) {
        return new InMemorySessionStore(shared, appending, released, Optional.of(new LeaseTime(length, time)));
    }

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        synchronized (shared) {
            return shared.records.entrySet().stream()
                    .filter(held -> !held.getValue().isEmpty())
                    .map(held -> StoredSession.of(
                            held.getKey(),
                            held.getValue().get(0),
                            held.getValue().get(held.getValue().size() - 1)))
                    .sorted(Comparator.comparing(StoredSession::last).reversed())
                    .toList();
        }
    }

    @Override
    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        synchronized (shared) {
            return List.copyOf(shared.records.getOrDefault(sessionId, List.of())).stream()
                    .map(record -> {
                        cancellation.throwIfCancelled();
                        return record;
                    });
        }
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        synchronized (shared) {
            if (closed) {
                throw new IllegalStateException("this store is closed");
            }
            requireFree(sessionId);
            ListWriter writer = new ListWriter(sessionId, lease(++shared.tokens));
            shared.open.put(sessionId, writer);
            return writer;
        }
    }

    private static void requireTime(Duration limit, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        if (limit.isNegative() || limit.isZero()) {
            throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
        }
    }

    private Lease lease(long token) {
        return leases.map(some -> new Lease(token, now(some).plus(some.length())))
                .orElse(Lease.WITHOUT_END);
    }

    private static Instant now(LeaseTime leases) {
        return leases.time().instant();
    }

    /** One whose lease has ended hinders nobody. */
    private void requireFree(String id) {
        ListWriter holder = shared.open.get(id);
        if (holder != null
                && leases.map(some -> now(some).isBefore(holder.lease.until())).orElse(true)) {
            throw new IllegalStateException("conversation " + id + " is open for writing in this runtime");
        }
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        requireTime(limit, cancellation);
        synchronized (shared) {
            requireFree(sessionId);
            shared.open.remove(sessionId);
            shared.records.remove(sessionId);
        }
    }

    @Override
    public void close() {
        List<ListWriter> left;
        synchronized (shared) {
            closed = true;
            left = shared.open.values().stream()
                    .filter(writer -> writer.store() == this)
                    .toList();
        }
        left.forEach(ListWriter::close);
    }

    private final class ListWriter implements Writer {
        private final String id;
        private int position;
        private Lease lease;
        private boolean lost;

        ListWriter(String id, Lease lease) {
            this.id = id;
            this.position = now().size();
            this.lease = lease;
        }

        private InMemorySessionStore store() {
            return InMemorySessionStore.this;
        }

        private List<Json> now() {
            return shared.records.getOrDefault(id, List.of());
        }

        @Override
        public Lease lease() {
            synchronized (shared) {
                return lease;
            }
        }

        @Override
        public Lease renew(Duration limit, Cancellation cancellation) {
            synchronized (shared) {
                requireOwn();
                lease = InMemorySessionStore.this.lease(lease.token());
                return lease;
            }
        }

        @Override
        public long position() {
            synchronized (shared) {
                return position;
            }
        }

        @Override
        public Stream<Json> read() {
            synchronized (shared) {
                return List.copyOf(now().subList(0, position)).stream();
            }
        }

        @Override
        public void append(long expected, List<Json> some, Duration limit, Cancellation cancellation) {
            requireTime(limit, cancellation);
            some.forEach(ListWriter::requireRecord);
            requireOwn();
            appending.accept(some);
            synchronized (shared) {
                requireOwn();
                if (expected != position) {
                    lost = true;
                    throw new WriterLostException(
                            "conversation " + id + " has " + position + " records, not " + expected);
                }
                if (!some.isEmpty()) {
                    shared.records
                            .computeIfAbsent(id, fresh -> new ArrayList<>())
                            .addAll(some);
                    position += some.size();
                }
                lease = InMemorySessionStore.this.lease(lease.token());
            }
        }

        private static void requireRecord(Json record) {
            if (record.kind() != Json.Kind.OBJECT) {
                throw new IllegalArgumentException("a record is a JSON object, not " + record.kind());
            }
        }

        @Override
        public String setAside(long from) {
            synchronized (shared) {
                if (from < 0 || from > position) {
                    throw new IllegalArgumentException("the position must be within the records; got " + from);
                }
                requireOwn();
                if (from < position) {
                    shared.records.put(id, new ArrayList<>(now().subList(0, (int) from)));
                }
                position = (int) from;
                return "";
            }
        }

        private void requireOwn() {
            synchronized (shared) {
                if (shared.open.get(id) != this) {
                    throw new WriterLostException(
                            "the writer of conversation " + id + " was closed, or its lease has ended");
                }
                if (lost || now().size() != position) {
                    throw new WriterLostException("conversation " + id + " was written by somebody else");
                }
            }
        }

        @Override
        public void close() {
            boolean first;
            synchronized (shared) {
                first = shared.open.remove(id, this);
            }
            if (first) {
                released.accept(id);
            }
        }
    }
}
