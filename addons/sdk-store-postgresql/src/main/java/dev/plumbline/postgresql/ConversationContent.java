package dev.plumbline.postgresql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes conversations with everything that belongs to them, in a transaction that has locked their rows. Their rows go
 * last, because row-level security shows a role only content of conversations that exist.
 */
final class ConversationContent {
    /** Locks attachments in one order, so that the second of two deletions sees what the first one has left. */
    private static final String LOCK = "SELECT a.namespace, a.digest FROM plumbline.attachment a"
            + " WHERE (a.namespace, a.digest) IN"
            + " (SELECT u.namespace, u.digest FROM plumbline.attachment_use u WHERE u.conversation = ANY (?))"
            + " ORDER BY a.namespace, a.digest FOR UPDATE";

    private static final String UNUSED = "DELETE FROM plumbline.attachment a"
            + " USING unnest(?::text[], ?::bytea[]) AS d(namespace, digest)"
            + " WHERE a.namespace = d.namespace AND a.digest = d.digest AND NOT EXISTS (SELECT"
            + " FROM plumbline.attachment_use u WHERE u.namespace = a.namespace AND u.digest = a.digest)";

    private ConversationContent() {}

    /** Deletes conversations whose rows are locked, in statements that see what was committed before the lock. */
    static void delete(Connection connection, List<Long> keys) throws SQLException {
        Array array = connection.createArrayOf("bigint", keys.toArray());
        List<String> namespaces = new ArrayList<>();
        List<byte[]> digests = new ArrayList<>();
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setArray(1, array);
            try (ResultSet rows = lock.executeQuery()) {
                while (rows.next()) {
                    namespaces.add(rows.getString(1));
                    digests.add(rows.getBytes(2));
                }
            }
        }
        for (String table : List.of("record", "set_aside", "attachment_use")) {
            delete(connection, "DELETE FROM plumbline." + table + " WHERE conversation = ANY (?)", array);
        }
        if (!digests.isEmpty()) {
            try (PreparedStatement unused = connection.prepareStatement(UNUSED)) {
                unused.setArray(1, connection.createArrayOf("text", namespaces.toArray()));
                unused.setArray(2, connection.createArrayOf("bytea", digests.toArray(byte[][]::new)));
                unused.executeUpdate();
            }
        }
        delete(connection, "DELETE FROM plumbline.conversation WHERE key = ANY (?)", array);
    }

    private static void delete(Connection connection, String sql, Array keys) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, keys);
            statement.executeUpdate();
        }
    }
}
