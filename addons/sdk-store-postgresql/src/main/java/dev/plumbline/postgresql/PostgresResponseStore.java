package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.PayloadCipher;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.Secret;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * A store of answers in a PostgreSQL database, for programs on several machines. An answer is found by its whole key, and
 * by namespace, model and tag with an index. Roles see the answers of their namespaces, where row-level security is set
 * up. Thread-safe.
 */
public final class PostgresResponseStore implements ResponseStore {
    private static final String FIND = "SELECT entry FROM plumbline.response WHERE hash = ? AND key = ?";

    private static final String PUT = "INSERT INTO plumbline.response"
            + " (hash, namespace, key, model, tags, expires, entry) VALUES (?, ?, ?, ?, ?, to_timestamp(?), ?)"
            + " ON CONFLICT (hash) DO UPDATE SET namespace = excluded.namespace, key = excluded.key,"
            + " model = excluded.model, tags = excluded.tags, expires = excluded.expires, entry = excluded.entry";

    private static final String REMOVE = "DELETE FROM plumbline.response WHERE hash = ? AND key = ?";

    private final PostgresDatabase database;
    private final boolean isOwner;
    private final ResponseCodec codec;

    private PostgresResponseStore(PostgresDatabase database, boolean isOwner, ResponseCodec codec) {
        this.database = database;
        this.isOwner = isOwner;
        this.codec = codec;
    }

    /** Returns a store in the database at an address; as {@link PostgresDatabase#at}. Closing it closes the database. */
    public static PostgresResponseStore at(String uri) {
        return new PostgresResponseStore(PostgresDatabase.at(uri), true, new ResponseCodec(PayloadCodec.PLAIN));
    }

    /** Returns a store in a database that other stores share. The caller closes the database. */
    public static PostgresResponseStore of(PostgresDatabase database) {
        return new PostgresResponseStore(database, false, new ResponseCodec(PayloadCodec.PLAIN));
    }

    /**
     * Returns a store of the same database that encrypts answers with AES-GCM. Namespaces, models and tags are not
     * encrypted, because answers are selected by them. Answers without encryption are not found, and those with another key
     * are damaged.
     *
     * @param key 32 random bytes, one per character, kept by the host; read now and at each use
     * @throws IllegalArgumentException if it has another length or a character that is not a byte
     */
    public PostgresResponseStore withKey(Secret key) {
        return new PostgresResponseStore(
                database, isOwner, new ResponseCodec(new PayloadCodec(PayloadCipher.ofCharacters(key::reveal))));
    }

    @Override
    public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
        return database.run(database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(FIND)) {
                codec.bind(statement, key);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next() ? Optional.of(codec.decode(key, row.getBytes(1))) : Optional.empty();
                }
            }
        });
    }

    @Override
    public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
        byte[] stored = codec.encode(key, entry);
        database.run(database.limit(limit, cancellation), connection -> put(connection, key, entry, stored));
    }

    private int put(Connection connection, Key key, Entry entry, byte[] stored) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PUT)) {
            statement.setBytes(1, codec.hash(key));
            statement.setString(2, DatabaseText.escape(key.namespace()));
            statement.setBytes(3, ResponseCodec.bytes(key));
            statement.setString(4, DatabaseText.escape(entry.model()));
            statement.setArray(
                    5,
                    connection.createArrayOf(
                            "text",
                            entry.tags().stream().map(DatabaseText::escape).toArray()));
            statement.setDouble(6, ResponseCodec.seconds(entry.expires()));
            statement.setBytes(7, stored);
            return statement.executeUpdate();
        }
    }

    @Override
    public boolean remove(Key key, Duration limit, Cancellation cancellation) {
        return database.runOnce(database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(REMOVE)) {
                codec.bind(statement, key);
                return statement.executeUpdate() == 1;
            }
        });
    }

    @Override
    public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
        String condition = switch (selection.by()) {
            case ALL -> "? IS NOT NULL";
            case NAMESPACE -> "namespace = ?";
            case MODEL -> "model = ?";
            case TAG -> "tags @> ARRAY[?::text]";
        };
        return database.runOnce(database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM plumbline.response WHERE " + condition)) {
                statement.setString(1, DatabaseText.escape(selection.value()));
                return statement.executeLargeUpdate();
            }
        });
    }

    /**
     * Removes the answers that have expired by the time of the server, and returns their number; for a job that runs now
     * and then.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public long removeExpired(Duration limit, Cancellation cancellation) {
        return database.runOnce(database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM plumbline.response WHERE expires < clock_timestamp()")) {
                return statement.executeLargeUpdate();
            }
        });
    }

    @Override
    public void close() {
        if (isOwner) {
            database.close();
        }
    }
}
