package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A session store in a PostgreSQL database, for programs on several machines. A writer has a lease of 60 seconds by the
 * time of the server, which each append renews; an append is refused by its fencing token and position, never by the
 * time of a machine. Appended records are committed by the server. Roles see the conversations of their namespaces,
 * where row-level security is set up. Thread-safe.
 */
public final class PostgresSessionStore implements SessionStore {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final PostgresDatabase database;
    private final boolean isOwner;
    private final Duration lease;
    private final PayloadCodec payloads;
    private final Map<String, PostgresWriter> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private PostgresSessionStore(PostgresDatabase database, boolean isOwner, Duration lease, PayloadCodec payloads) {
        this.database = database;
        this.isOwner = isOwner;
        this.lease = lease;
        this.payloads = payloads;
    }

    /** Returns a store in the database at an address; as {@link PostgresDatabase#at}. Closing it closes the database. */
    public static PostgresSessionStore at(String uri) {
        return new PostgresSessionStore(PostgresDatabase.at(uri), true, LEASE, PayloadCodec.PLAIN);
    }

    /** Returns a store in a database that other stores share. The caller closes the database. */
    public static PostgresSessionStore of(PostgresDatabase database) {
        return new PostgresSessionStore(database, false, LEASE, PayloadCodec.PLAIN);
    }

    /**
     * Returns a store of the same database whose leases have another length.
     *
     * @throws IllegalArgumentException if it is shorter than a second or longer than a day
     */
    public PostgresSessionStore withLease(Duration length) {
        if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a lease lasts a second to a day; got " + length);
        }
        return new PostgresSessionStore(database, isOwner, length, payloads);
    }

    /**
     * Returns a store of the same database that encrypts every record with AES-GCM, and binds it to its conversation and
     * position. Ids, namespaces, times and sizes are not encrypted. Records without encryption cannot be read.
     *
     * @param key 32 random bytes, one per character, kept by the host; read now and at each use
     * @throws IllegalArgumentException if it has another length or a character that is not a byte
     */
    public PostgresSessionStore withKey(Secret key) {
        return new PostgresSessionStore(
                database, isOwner, lease, new PayloadCodec(PayloadCipher.ofCharacters(key::reveal)));
    }

    @Override
    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
        return database.run(database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT " + StoredSummary.COLUMNS
                    + " FROM plumbline.conversation WHERE position > 0 AND archived IS NULL"
                    + " ORDER BY last_second DESC, last_nano DESC, id DESC")) {
                return SessionPage.sessions(statement);
            }
        });
    }

    /** Returns one page of the stored conversations, newest first. */
    public List<StoredSession> list(SessionListing listing, Duration limit, Cancellation cancellation) {
        return database.run(database.limit(limit, cancellation), new SessionPage(listing, false));
    }

    @Override
    public Stream<Json> read(String sessionId, Duration limit, Cancellation cancellation) {
        return RecordIterator.stream(
                database, new RecordCodec(payloads, sessionId), database.limit(limit, cancellation), Long.MAX_VALUE);
    }

    @Override
    public Writer open(String sessionId, Duration limit, Cancellation cancellation) {
        OperationDeadline left = database.limit(limit, cancellation);
        left.require();
        requireOpen();
        PostgresWriter writer = new PostgresWriter(
                database,
                new RecordCodec(payloads, sessionId),
                new LeaseRequest(sessionId, lease, open.containsKey(sessionId)),
                this::ended);
        writer.acquire(left);
        open.put(sessionId, writer);
        if (closed) {
            writer.close();
            requireOpen();
        }
        return writer;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("this store is closed");
        }
    }

    private void ended(String id, PostgresWriter writer) {
        open.remove(id, writer);
    }

    @Override
    public void delete(String sessionId, Duration limit, Cancellation cancellation) {
        SessionDeletion deletion = new SessionDeletion(new LeaseRequest(sessionId, lease, open.containsKey(sessionId)));
        database.run(database.limit(limit, cancellation), deletion);
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(open.values()).forEach(PostgresWriter::close);
        if (isOwner) {
            database.close();
        }
    }
}
