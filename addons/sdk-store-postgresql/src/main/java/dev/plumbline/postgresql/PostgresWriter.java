package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.Lease;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.json.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The writer of one conversation. Every statement names the fencing token, and an append its position, so that the server
 * refuses a writer whose lease another one has taken over. Each append has a number, by which a repeated one finds out
 * whether the first was committed. Thread-safe.
 */
final class PostgresWriter implements SessionStore.Writer {
    private static final Duration RELEASE = Duration.ofSeconds(5);

    private static final String ACQUIRE = "INSERT INTO plumbline.conversation AS c"
            + " (id, token, opening, holder_process, holder_address, until)"
            + " VALUES (?, nextval('plumbline.lease_token'), ?, ?, inet_client_addr(),"
            + " clock_timestamp() + ? * interval '1 millisecond')"
            // A token that was drawn before the wait for the lock of the row may be smaller than the one before it.
            + " ON CONFLICT (id) DO UPDATE SET token = nextval('plumbline.lease_token'), opening = excluded.opening, batch = 0,"
            + " holder_process = excluded.holder_process, holder_address = excluded.holder_address,"
            + " until = excluded.until"
            + " WHERE c.archived IS NULL AND (c.until <= clock_timestamp()"
            + " OR (c.opening, c.holder_process, c.holder_address)"
            + " IS NOT DISTINCT FROM (excluded.opening, excluded.holder_process, excluded.holder_address))"
            + " RETURNING key, token, position, namespace";

    private static final String RENEW = "UPDATE plumbline.conversation"
            + " SET until = clock_timestamp() + ? * interval '1 millisecond' WHERE key = ? AND token = ?";

    private static final String RELEASE_LEASE =
            "UPDATE plumbline.conversation SET until = '-infinity' WHERE key = ? AND token = ?";

    private static final String FORGET =
            "DELETE FROM plumbline.conversation WHERE key = ? AND token = ? AND position = 0 AND cuts = 0";

    private final PostgresDatabase database;
    private final RecordCodec codec;
    private final LeaseRequest request;
    private final BiConsumer<String, PostgresWriter> listener;
    private long key;
    private long batch;
    private boolean closed;
    private String namespace = "";
    private volatile long position;
    private volatile Lease lease = Lease.WITHOUT_END;
    private volatile String lost = "it was not opened";

    PostgresWriter(
            PostgresDatabase database,
            RecordCodec codec,
            LeaseRequest request,
            BiConsumer<String, PostgresWriter> listener) {
        this.database = database;
        this.codec = codec;
        this.request = request;
        this.listener = listener;
    }

    /**
     * Takes the lease.
     *
     * @throws IllegalStateException if another writer holds it
     */
    synchronized void acquire(OperationDeadline limit) {
        long opening = database.nanoTime();
        Instant until = until();
        long token = database.run(limit, connection -> acquire(connection, opening));
        lease = new Lease(token, until);
        lost = "";
    }

    private long acquire(Connection connection, long opening) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ACQUIRE)) {
            statement.setString(1, DatabaseText.escape(request.id()));
            statement.setLong(2, opening);
            statement.setLong(3, LeaseRequest.process());
            statement.setLong(4, request.length().toMillis());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    key = row.getLong(1);
                    position = row.getLong(3);
                    namespace = Objects.requireNonNullElse(row.getString(4), "");
                    return row.getLong(2);
                }
            }
        }
        request.requireFree(connection);
        throw new IllegalStateException("conversation " + request.id()
                + " was open for writing in another program a moment ago; open it again");
    }

    /** Returns the end of a lease that begins now, by the clock of this machine; it is never later than the server's. */
    private Instant until() {
        return database.clock().instant().plus(request.length());
    }

    @Override
    public Lease lease() {
        return lease;
    }

    @Override
    public synchronized Lease renew(Duration limit, Cancellation cancellation) {
        OperationDeadline left = database.limit(limit, cancellation);
        left.require();
        requireOwn();
        Instant until = until();
        boolean held = database.run(left, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(RENEW)) {
                statement.setLong(1, request.length().toMillis());
                statement.setLong(2, key);
                statement.setLong(3, lease.token());
                return statement.executeUpdate() == 1;
            }
        });
        if (!held) {
            throw lose("another writer has opened it, or it was deleted");
        }
        lease = new Lease(lease.token(), until);
        return lease;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public Stream<Json> read() {
        return RecordIterator.stream(
                database, codec, database.limit(SessionStore.NO_LIMIT, Cancellation.create()), position);
    }

    @Override
    public synchronized void append(long expected, List<Json> records, Duration limit, Cancellation cancellation) {
        OperationDeadline left = database.limit(limit, cancellation);
        left.require();
        List<byte[]> bodies = new ArrayList<>();
        AttachmentBatch attachments = new AttachmentBatch(codec.payloads());
        for (Json record : records) {
            bodies.add(codec.encode(record, expected + bodies.size(), attachments));
        }
        requireOwn();
        if (expected != position) {
            throw lose("it has " + position + " records, not " + expected);
        }
        if (bodies.isEmpty()) {
            renew(limit, cancellation);
            return;
        }
        StoredSummary summary = StoredSummary.of(records);
        String owner = expected == 0 ? DatabaseText.escape(summary.namespace()) : namespace;
        batch++;
        Instant until = until();
        RecordBatch.Place place = new RecordBatch.Place(
                key, lease.token(), expected, batch, request.length().toMillis(), owner);
        boolean added = database.run(left, new RecordBatch(place, summary, bodies, attachments));
        if (!added) {
            throw lose("another writer has opened it, or it was deleted");
        }
        namespace = owner;
        position = expected + bodies.size();
        lease = new Lease(lease.token(), until);
    }

    @Override
    public synchronized String setAside(long from) {
        if (from < 0 || from > position) {
            throw new IllegalArgumentException("there is no position " + from + ": the last one is " + position);
        }
        requireOwn();
        if (from == position) {
            return "";
        }
        RecordCut cut = new RecordCut(key, lease.token(), from);
        boolean held = database.run(
                database.limit(SessionStore.NO_LIMIT, Cancellation.create()), connection -> cut.on(connection, codec));
        if (!held) {
            throw lose("another writer has opened it, or it was deleted");
        }
        position = from;
        return "table plumbline.set_aside, conversation " + key;
    }

    private void requireOwn() {
        if (!lost.isEmpty()) {
            throw lose(lost);
        }
    }

    private WriterLostException lose(String why) {
        lost = why;
        return new WriterLostException("the writer of conversation " + request.id() + " can no longer write: " + why);
    }

    /** Ends the lease at the server; if that fails, the lease ends by itself. */
    @Override
    public void close() {
        boolean first;
        synchronized (this) {
            first = !closed;
            closed = true;
            lost = "it was closed";
        }
        listener.accept(request.id(), this);
        if (first) {
            try {
                database.run(database.limit(RELEASE, Cancellation.create()), this::release);
            } catch (RuntimeException notReached) {
                // no other writer is hindered longer than by a program that died
            }
        }
    }

    private boolean release(Connection connection) throws SQLException {
        for (String sql : position == 0 ? List.of(FORGET, RELEASE_LEASE) : List.of(RELEASE_LEASE)) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, key);
                statement.setLong(2, lease.token());
                statement.executeUpdate();
            }
        }
        return true;
    }
}
