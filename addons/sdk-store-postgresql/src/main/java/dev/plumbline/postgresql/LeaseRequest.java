package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A request for the lease of a conversation.
 *
 * @param id the conversation
 * @param length the length of the lease
 * @param isOpenHere whether this store has a writer of it, for the message of a refusal
 */
record LeaseRequest(String id, Duration length, boolean isOpenHere) {
    private static final String HOLDER = "SELECT holder_process, host(holder_address),"
            + " holder_address IS NOT DISTINCT FROM inet_client_addr(),"
            + " ceil(extract(epoch FROM greatest(until, clock_timestamp()) - clock_timestamp())), archived IS NOT NULL"
            + " FROM plumbline.conversation WHERE id = ? AND (until > clock_timestamp() OR archived IS NOT NULL)";

    static long process() {
        return ProcessHandle.current().pid();
    }

    /** Throws for the holder of the lease, if there is one; the message names where it is. */
    void requireFree(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(HOLDER)) {
            statement.setString(1, DatabaseText.escape(id));
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    throw row.getBoolean(5)
                            ? new IllegalStateException("conversation " + id + " is archived; restore it first")
                            : held(row);
                }
            }
        }
    }

    /** As {@link #requireFree}, for a conversation that may be archived. */
    void requireUnheld(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(HOLDER)) {
            statement.setString(1, DatabaseText.escape(id));
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() && row.getLong(4) > 0 && !row.getBoolean(5)) {
                    throw held(row);
                }
            }
        }
    }

    private IllegalStateException held(ResultSet row) throws SQLException {
        return new IllegalStateException("conversation " + id + " is open for writing in " + place(row)
                + "; its lease ends in " + row.getLong(4) + " s unless it is renewed");
    }

    private String place(ResultSet holder) throws SQLException {
        if (isOpenHere) {
            return "this runtime";
        }
        if (holder.getBoolean(3) && holder.getLong(1) == process()) {
            return "another runtime of this process";
        }
        String address = holder.getString(2);
        return "process " + holder.getLong(1) + (address == null ? " of the server's machine" : " at " + address);
    }
}
