package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Deletes a conversation that nobody writes, in one transaction. */
record SessionDeletion(LeaseRequest request) implements DatabaseOperation<Boolean> {
    private static final String LOCK =
            "SELECT key FROM plumbline.conversation WHERE id = ? AND until <= clock_timestamp() FOR UPDATE";

    @Override
    public Boolean on(Connection connection) throws SQLException {
        return Transaction.run(connection, this::delete);
    }

    private boolean delete(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setString(1, DatabaseText.escape(request.id()));
            try (ResultSet row = lock.executeQuery()) {
                if (!row.next()) {
                    request.requireFree(connection);
                    return false;
                }
                ConversationContent.delete(connection, List.of(row.getLong(1)));
                return true;
            }
        }
    }
}
