package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the records of a conversation in pages, up to the number that it had at the first page, so that only whole
 * batches are seen. Holds no connection between pages. Used by one thread.
 */
final class RecordIterator implements Iterator<Json> {
    private static final int PAGE = 100;

    private static final String FIND =
            "SELECT key, cuts, position FROM plumbline.conversation" + " WHERE id = ? AND archived IS NULL";

    /** No row if records were removed since. */
    private static final String NEXT = "SELECT r.position, r.body FROM plumbline.record r"
            + " JOIN plumbline.conversation c ON c.key = r.conversation"
            + " WHERE r.conversation = ? AND c.cuts = ? AND r.position >= ? AND r.position < ?"
            + " ORDER BY r.position LIMIT " + PAGE;

    private final PostgresDatabase database;
    private final RecordCodec codec;
    private final OperationDeadline limit;
    private final Deque<StoredRecord> page = new ArrayDeque<>();
    private long key;
    private int cuts;
    private long position;
    private long end;

    private RecordIterator(PostgresDatabase database, RecordCodec codec, OperationDeadline limit) {
        this.database = database;
        this.codec = codec;
        this.limit = limit;
    }

    /** Returns the records of a conversation; none if it does not exist. */
    static Stream<Json> stream(PostgresDatabase database, RecordCodec codec, OperationDeadline limit, long most) {
        RecordIterator records = new RecordIterator(database, codec, limit);
        database.run(limit, connection -> records.begin(connection, most));
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(records, Spliterator.ORDERED), false);
    }

    private boolean begin(Connection connection, long most) throws SQLException {
        try (PreparedStatement find = connection.prepareStatement(FIND)) {
            find.setString(1, DatabaseText.escape(codec.conversation()));
            try (ResultSet row = find.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
                key = row.getLong(1);
                cuts = row.getInt(2);
                end = Math.min(row.getLong(3), most);
            }
        }
        return position < end && load(connection);
    }

    private boolean load(Connection connection) throws SQLException {
        page.clear();
        long next = position;
        try (PreparedStatement statement = connection.prepareStatement(NEXT)) {
            statement.setLong(1, key);
            statement.setInt(2, cuts);
            statement.setLong(3, position);
            statement.setLong(4, end);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (rows.getLong(1) != next) {
                        throw new DamagedSessionException(
                                "record " + (next + 1) + " of conversation " + codec.conversation() + " is missing",
                                next);
                    }
                    page.add(codec.decode(rows.getBytes(2), next));
                    next++;
                }
            }
        }
        return !page.isEmpty();
    }

    @Override
    public boolean hasNext() {
        return position < end;
    }

    @Override
    public Json next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        limit.require();
        if (page.isEmpty() && !database.run(limit, this::load)) {
            throw changed();
        }
        Json record = whole(page.element());
        page.remove();
        position++;
        return record;
    }

    /** Reads the blobs of a record when its turn has come, because they are large. */
    private Json whole(StoredRecord record) {
        if (record.blobs().isEmpty()) {
            return record.record();
        }
        Set<String> digests = Set.copyOf(record.blobs().values());
        Map<String, byte[]> bodies = database.run(limit, new AttachmentReader(key, digests));
        if (bodies.size() < digests.size() && !database.run(limit, this::isUnchanged)) {
            throw changed();
        }
        return codec.whole(record, position, bodies);
    }

    private boolean isUnchanged(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT FROM plumbline.conversation WHERE key = ? AND cuts = ?")) {
            statement.setLong(1, key);
            statement.setInt(2, cuts);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private UncheckedIOException changed() {
        return new UncheckedIOException(new IOException("conversation " + codec.conversation()
                + " was deleted, or records were removed from it, while it was read; read it again"));
    }
}
