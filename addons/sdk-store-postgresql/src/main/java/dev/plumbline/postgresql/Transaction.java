package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs statements in one transaction, which is undone when one of them fails. */
final class Transaction {
    private Transaction() {}

    static <T> T run(Connection connection, DatabaseOperation<T> operation) throws SQLException {
        connection.setAutoCommit(false);
        try {
            T result = operation.on(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (SQLException | RuntimeException e) {
            undo(connection, e);
            throw e;
        }
    }

    private static void undo(Connection connection, Exception cause) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException lost) {
            cause.addSuppressed(lost); // the server undoes it when the connection ends
        }
    }
}
