package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore.StoredSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Archives the conversations of a {@link PostgresSessionStore}, brings them back, and deletes them when they have been
 * archived for a time; for a job that runs every night. An archived conversation is not listed, read or opened by a
 * session store. Ages are counted by the time of the server. Roles do this for the conversations of their namespaces.
 * Conversations that are open for writing are left alone. Thread-safe.
 *
 * <p>An operation that concerns many conversations takes them in parts of 100, each in its own transaction, so that it
 * holds no lock for long; what was done before a failure stays done, and it may be called again.
 */
public final class PostgresArchive implements AutoCloseable {
    private static final int PART = 100;

    /** A conversation is younger than its age by the clock of a machine that may be wrong by minutes. */
    private static final Duration SHORTEST = Duration.ofHours(1);

    private static final String OF_NAMESPACE = " AND (?::text IS NULL OR namespace = ?)";

    private static final String IDLE = "position > 0 AND archived IS NULL AND until <= clock_timestamp()"
            + " AND last_second < extract(epoch FROM clock_timestamp()) - ?" + OF_NAMESPACE;

    private static final String KEPT =
            "archived < clock_timestamp() - ? * interval '1 second' AND until <= clock_timestamp()" + OF_NAMESPACE;

    private static final String ARCHIVE = "UPDATE plumbline.conversation SET archived = clock_timestamp()"
            + " WHERE key IN (SELECT key FROM plumbline.conversation WHERE " + IDLE + " ORDER BY key LIMIT " + PART
            + " FOR UPDATE SKIP LOCKED)";

    private static final String LOCK_KEPT = "SELECT key FROM plumbline.conversation WHERE " + KEPT
            + " ORDER BY archived LIMIT " + PART + " FOR UPDATE SKIP LOCKED";

    private static final String ARCHIVE_ONE = "UPDATE plumbline.conversation SET archived = clock_timestamp()"
            + " WHERE id = ? AND archived IS NULL AND until <= clock_timestamp()";

    private static final String RESTORE =
            "UPDATE plumbline.conversation SET archived = NULL WHERE id = ? AND archived IS NOT NULL";

    /** What belongs to no conversation: programs before schema 3 left it when a role deleted one. */
    private static final List<String> UNREACHABLE = List.of(
            "DELETE FROM plumbline.record r WHERE NOT EXISTS"
                    + " (SELECT FROM plumbline.conversation c WHERE c.key = r.conversation)",
            "DELETE FROM plumbline.set_aside s WHERE NOT EXISTS"
                    + " (SELECT FROM plumbline.conversation c WHERE c.key = s.conversation)");

    private final PostgresDatabase database;
    private final boolean isOwner;
    private final Optional<String> namespace;

    private PostgresArchive(PostgresDatabase database, boolean isOwner, Optional<String> namespace) {
        this.database = database;
        this.isOwner = isOwner;
        this.namespace = namespace;
    }

    /** Returns the archive in the database at an address; as {@link PostgresDatabase#at}. Closing it closes the database. */
    public static PostgresArchive at(String uri) {
        return new PostgresArchive(PostgresDatabase.at(uri), true, Optional.empty());
    }

    /** Returns the archive in a database that stores share. The caller closes the database. */
    public static PostgresArchive of(PostgresDatabase database) {
        return new PostgresArchive(database, false, Optional.empty());
    }

    /** Returns an archive whose operations on many conversations concern those of one namespace; by default all. */
    public PostgresArchive withNamespace(String only) {
        return new PostgresArchive(database, isOwner, Optional.of(only));
    }

    /**
     * Returns one page of the archived conversations, newest first.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public List<StoredSession> list(SessionListing listing, Duration limit, Cancellation cancellation) {
        SessionListing chosen =
                namespace.isPresent() && listing.namespace().isEmpty() ? listing.of(namespace.get()) : listing;
        return database.run(database.limit(limit, cancellation), new SessionPage(chosen, true));
    }

    /**
     * Archives one conversation, and returns whether it is archived now and was not before.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     * @throws IllegalStateException if it is open for writing; the message says where
     */
    public boolean archive(String sessionId, Duration limit, Cancellation cancellation) {
        LeaseRequest request = new LeaseRequest(sessionId, Duration.ZERO, false);
        return database.run(database.limit(limit, cancellation), connection -> {
            if (update(connection, ARCHIVE_ONE, sessionId)) {
                return true;
            }
            request.requireUnheld(connection);
            return false;
        });
    }

    /**
     * Brings one conversation back, with everything that it had, and returns whether it was archived.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public boolean restore(String sessionId, Duration limit, Cancellation cancellation) {
        return database.run(database.limit(limit, cancellation), connection -> update(connection, RESTORE, sessionId));
    }

    private static boolean update(Connection connection, String sql, String sessionId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, DatabaseText.escape(sessionId));
            return statement.executeUpdate() == 1;
        }
    }

    /**
     * Archives the conversations whose last record is older than that, and returns their number. The date of a record is
     * that of the machine that wrote it.
     *
     * @param age at least an hour
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public long archiveUnused(Duration age, Duration limit, Cancellation cancellation) {
        return inParts(age, database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ARCHIVE)) {
                bind(statement, age);
                return statement.executeUpdate();
            }
        });
    }

    /**
     * Deletes the conversations that were archived longer ago than that, with all that belongs to them, and returns their
     * number. Nothing brings them back.
     *
     * @param age at least an hour
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public long deleteArchived(Duration age, Duration limit, Cancellation cancellation) {
        return inParts(
                age,
                database.limit(limit, cancellation),
                connection -> Transaction.run(connection, within -> deletePart(within, age)));
    }

    private int deletePart(Connection connection, Duration age) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(LOCK_KEPT)) {
            bind(statement, age);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getLong(1));
                }
            }
        }
        if (!keys.isEmpty()) {
            ConversationContent.delete(connection, keys);
        }
        return keys.size();
    }

    private void bind(PreparedStatement statement, Duration age) throws SQLException {
        String only = namespace.map(DatabaseText::escape).orElse(null);
        statement.setLong(1, age.toSeconds());
        statement.setString(2, only);
        statement.setString(3, only);
    }

    private long inParts(Duration age, OperationDeadline limit, DatabaseOperation<Integer> part) {
        if (age.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("the age of a conversation must be an hour or more; got " + age);
        }
        long all = 0;
        int some = database.run(limit, part);
        while (some > 0) {
            all += some;
            some = database.run(limit, part);
        }
        return all;
    }

    /**
     * Deletes records that belong to no conversation, and returns their number. A role that deleted conversations with a
     * program before schema version 3 has left them behind. They are seen by the owner of the tables alone, so other
     * roles delete nothing.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public long deleteUnreachable(Duration limit, Cancellation cancellation) {
        return database.run(database.limit(limit, cancellation), connection -> {
            long deleted = 0;
            try (Statement statement = connection.createStatement()) {
                for (String sql : UNREACHABLE) {
                    deleted += statement.executeLargeUpdate(sql);
                }
            }
            return deleted;
        });
    }

    @Override
    public void close() {
        if (isOwner) {
            database.close();
        }
    }
}
