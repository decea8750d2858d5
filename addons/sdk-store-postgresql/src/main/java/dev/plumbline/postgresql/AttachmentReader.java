package dev.plumbline.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Reads the attachments of one record, as they are stored.
 *
 * @param key the key of its conversation
 * @param digests their digests in hexadecimal
 */
record AttachmentReader(long key, Set<String> digests) implements DatabaseOperation<Map<String, byte[]>> {
    private static final String FIND = "SELECT a.digest, a.body FROM plumbline.attachment a"
            + " JOIN plumbline.conversation c ON c.namespace = a.namespace"
            + " WHERE c.key = ? AND a.digest = ANY (?)";

    @Override
    public Map<String, byte[]> on(Connection connection) throws SQLException {
        Map<String, byte[]> found = new HashMap<>();
        byte[][] wanted = digests.stream().map(HexFormat.of()::parseHex).toArray(byte[][]::new);
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setLong(1, key);
            statement.setArray(2, connection.createArrayOf("bytea", wanted));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.put(HexFormat.of().formatHex(rows.getBytes(1)), rows.getBytes(2));
                }
            }
        }
        return found;
    }
}
