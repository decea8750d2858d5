package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * One append: it moves the position of the conversation where key, token and position are those expected, and adds
 * records and attachments behind it, in one statement. It has the same effect if it is repeated.
 *
 * @param place where it is added
 * @param summary what the list shows afterwards
 * @param bodies the records
 * @param attachments their attachments
 */
record RecordBatch(Place place, StoredSummary summary, List<byte[]> bodies, AttachmentBatch attachments)
        implements DatabaseOperation<Boolean> {
    /** The SQLSTATE of a reference to a row that is gone. */
    private static final String FOREIGN_KEY = "23503";

    private static final String HELD = "WITH held AS (UPDATE plumbline.conversation SET"
            + " position = position + ?, batch = ?, until = clock_timestamp() + ? * interval '1 millisecond',"
            + " namespace = CASE WHEN position = 0 THEN ? ELSE namespace END,"
            + " last_second = ?, last_nano = ?, is_open = ?"
            + " WHERE key = ? AND token = ? AND position = ? RETURNING key, namespace)";

    /** A conflict locks the row, so that no deletion comes between; the bytes are not written again. */
    private static final String ATTACH = ", attached AS (INSERT INTO plumbline.attachment (namespace, digest, body)"
            + " SELECT held.namespace, a.digest, a.body FROM held, unnest(?::bytea[], ?::bytea[]) AS a(digest, body)"
            + " ON CONFLICT (namespace, digest) DO UPDATE SET digest = excluded.digest),"
            + " used AS (INSERT INTO plumbline.attachment_use (conversation, namespace, digest)"
            + " SELECT held.key, held.namespace, u.digest FROM held, unnest(?::bytea[]) AS u(digest)"
            + " ON CONFLICT DO NOTHING)";

    private static final String ADD = " INSERT INTO plumbline.record (conversation, position, body)"
            + " SELECT held.key, ? + r.number - 1, r.body"
            + " FROM held, unnest(?::bytea[]) WITH ORDINALITY AS r(body, number)";

    private static final String STATE = "SELECT token, position, batch FROM plumbline.conversation WHERE key = ?";

    /**
     * The place of an append.
     *
     * @param key the key of the conversation
     * @param token the fencing token of the writer
     * @param position the number of records before it
     * @param number the number of the append
     * @param lease the length of the lease from now, in milliseconds
     * @param namespace the namespace of the conversation, escaped
     */
    record Place(long key, long token, long position, long number, long lease, String namespace) {}

    /** Returns whether it was added, now or by an earlier attempt whose answer was lost. */
    @Override
    public Boolean on(Connection connection) throws SQLException {
        Set<String> stored = attachments.isEmpty() ? Set.of() : attachments.stored(connection, place.namespace());
        try {
            return add(connection, stored);
        } catch (SQLException e) {
            if (!FOREIGN_KEY.equals(e.getSQLState()) || stored.isEmpty()) {
                throw e;
            }
            return add(connection, Set.of()); // the last conversation that used an attachment was deleted meanwhile
        }
    }

    private boolean add(Connection connection, Set<String> stored) throws SQLException {
        String sql = HELD + (attachments.isEmpty() ? "" : ATTACH) + ADD;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, bodies.size());
            statement.setLong(2, place.number());
            statement.setLong(3, place.lease());
            statement.setString(4, DatabaseText.escape(summary.namespace()));
            int index = summary.bind(statement, 5);
            statement.setLong(index++, place.key());
            statement.setLong(index++, place.token());
            statement.setLong(index++, place.position());
            index = attachments.isEmpty() ? index : attachments.bind(statement, index, stored);
            statement.setLong(index++, place.position());
            statement.setArray(index, connection.createArrayOf("bytea", bodies.toArray(byte[][]::new)));
            return statement.executeUpdate() == bodies.size() || isAdded(connection);
        }
    }

    private boolean isAdded(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(STATE)) {
            statement.setLong(1, place.key());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        && row.getLong(1) == place.token()
                        && row.getLong(2) == place.position() + bodies.size()
                        && row.getLong(3) == place.number();
            }
        }
    }
}
