package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore.StoredSession;
import dev.plumbline.json.Json;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/**
 * What the list of conversations shows of one, as columns. A time that is not one counts as none.
 *
 * @param namespace of the first record
 * @param last of the last record
 * @param isOpen of the last record
 */
record StoredSummary(String namespace, Instant last, boolean isOpen) {
    static final String COLUMNS = "id, coalesce(namespace, ''), last_second, last_nano, is_open";

    static StoredSummary of(Json first, Json last) {
        try {
            StoredSession session = StoredSession.of("", first, last);
            return new StoredSummary(session.namespace(), session.last(), session.interrupted());
        } catch (DateTimeException notATime) {
            StoredSession session = StoredSession.of("", first, last.without("at"));
            return new StoredSummary(session.namespace(), session.last(), session.interrupted());
        }
    }

    static StoredSummary of(List<Json> records) {
        return of(records.get(0), records.get(records.size() - 1));
    }

    /** Sets last_second, last_nano and is_open, and returns the index after them. */
    int bind(PreparedStatement statement, int index) throws SQLException {
        int next = bindTime(statement, index);
        statement.setBoolean(next, isOpen);
        return next + 1;
    }

    /** Sets the time and the id that follow in the list. */
    static int bindAfter(PreparedStatement statement, int index, StoredSession after) throws SQLException {
        int next = new StoredSummary("", after.last(), false).bindTime(statement, index);
        statement.setString(next, DatabaseText.escape(after.id()));
        return next + 1;
    }

    private int bindTime(PreparedStatement statement, int index) throws SQLException {
        long second = last.getEpochSecond();
        int nano = last.getNano();
        statement.setLong(index, second);
        statement.setInt(index + 1, nano);
        return index + 2;
    }

    /** Reads {@link #COLUMNS}. */
    static StoredSession read(ResultSet row) throws SQLException {
        return new StoredSession(
                DatabaseText.unescape(row.getString(1)),
                DatabaseText.unescape(row.getString(2)),
                Instant.ofEpochSecond(row.getLong(3), row.getInt(4)),
                row.getBoolean(5));
    }
}
