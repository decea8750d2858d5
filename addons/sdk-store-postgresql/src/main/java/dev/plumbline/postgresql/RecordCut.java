package dev.plumbline.postgresql;

import dev.plumbline.json.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Moves the records of a conversation after a position to the table set_aside, in one transaction.
 *
 * @param key its key
 * @param token the fencing token of the writer
 * @param from the number of records that stay
 */
record RecordCut(long key, long token, long from) {
    private static final String CUT = "UPDATE plumbline.conversation SET position = ?, cuts = cuts + 1,"
            + " last_second = ?, last_nano = ?, is_open = ? WHERE key = ? AND token = ?";

    private static final String MOVE = "WITH removed AS ("
            + "DELETE FROM plumbline.record WHERE conversation = ? AND position >= ? RETURNING *)"
            + " INSERT INTO plumbline.set_aside (conversation, position, body)"
            + " SELECT conversation, position, body FROM removed ORDER BY position";

    /** Returns whether the token is still that of the conversation. */
    boolean on(Connection connection, RecordCodec codec) throws SQLException {
        return Transaction.run(connection, within -> cut(within, codec) && move(within));
    }

    private boolean cut(Connection connection, RecordCodec codec) throws SQLException {
        StoredSummary summary = summary(connection, codec);
        try (PreparedStatement statement = connection.prepareStatement(CUT)) {
            statement.setLong(1, from);
            int index = summary.bind(statement, 2);
            statement.setLong(index++, key);
            statement.setLong(index, token);
            return statement.executeUpdate() == 1;
        }
    }

    private boolean move(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MOVE)) {
            statement.setLong(1, key);
            statement.setLong(2, from);
            statement.executeUpdate();
            return true;
        }
    }

    private StoredSummary summary(Connection connection, RecordCodec codec) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT body FROM plumbline.record WHERE conversation = ? AND position = ?")) {
            statement.setLong(1, key);
            statement.setLong(2, from - 1);
            try (ResultSet row = statement.executeQuery()) {
                Json last = row.next() ? codec.decode(row.getBytes(1), from - 1).record() : Json.object();
                return StoredSummary.of(Json.object(), last);
            }
        }
    }
}
