package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore.StoredSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads one page of conversations.
 *
 * @param listing which of them
 * @param isArchived whether of those that are archived, or of all others
 */
record SessionPage(SessionListing listing, boolean isArchived) implements DatabaseOperation<List<StoredSession>> {

    @Override
    public List<StoredSession> on(Connection connection) throws SQLException {
        String sql =
                "SELECT " + StoredSummary.COLUMNS + " FROM plumbline.conversation WHERE position > 0 AND archived IS "
                        + (isArchived ? "NOT NULL" : "NULL")
                        + (listing.namespace().isPresent() ? " AND namespace = ?" : "")
                        + (listing.after().isPresent() ? " AND (last_second, last_nano, id) < (?, ?, ?)" : "")
                        + " ORDER BY last_second DESC, last_nano DESC, id DESC LIMIT ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 1;
            if (listing.namespace().isPresent()) {
                statement.setString(
                        index++, DatabaseText.escape(listing.namespace().get()));
            }
            if (listing.after().isPresent()) {
                index = StoredSummary.bindAfter(
                        statement, index, listing.after().get());
            }
            statement.setInt(index, listing.size());
            return sessions(statement);
        }
    }

    static List<StoredSession> sessions(PreparedStatement statement) throws SQLException {
        List<StoredSession> sessions = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sessions.add(StoredSummary.read(rows));
            }
        }
        return sessions;
    }
}
