package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Deletes a conversation that nobody writes, in one transaction. */
record SessionDeletion(LeaseRequest request) implements DatabaseOperation<Boolean> {

    @Override
    public Boolean on(Connection connection) throws SQLException {
        return Transaction.run(connection, this::delete);
    }

    private boolean delete(Connection connection) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "DELETE FROM plumbline.conversation WHERE id = ? AND until <= clock_timestamp()"
                        + " RETURNING key, coalesce(namespace, '')")) {
            delete.setString(1, DatabaseText.escape(request.id()));
            try (ResultSet row = delete.executeQuery()) {
                if (!row.next()) {
                    request.requireFree(connection);
                    return false;
                }
                removeContent(connection, row.getLong(1));
                return true;
            }
        }
    }

    /** Deletes what belongs to a conversation, in statements after that of its row, which see what was committed before. */
    static void removeContent(Connection connection, long key) throws SQLException {
        for (String table : new String[] {"record", "set_aside"}) {
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM plumbline." + table + " WHERE conversation = ?")) {
                statement.setLong(1, key);
                statement.executeUpdate();
            }
        }
    }
}
