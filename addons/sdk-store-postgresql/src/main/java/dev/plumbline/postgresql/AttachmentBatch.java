package dev.plumbline.postgresql;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The attachments of the records of one append, each once, in the order in which all lock them. Used by one thread. */
final class AttachmentBatch {
    private static final String STORED =
            "SELECT digest FROM plumbline.attachment WHERE namespace = ? AND digest = ANY (?)";

    private final PayloadCodec payloads;
    private final Map<String, byte[]> bodies = new TreeMap<>();

    AttachmentBatch(PayloadCodec payloads) {
        this.payloads = payloads;
    }

    /** Adds the bytes of an attachment, and returns their digest in hexadecimal. */
    String add(byte[] content) {
        String digest = HexFormat.of().formatHex(payloads.digest(content));
        bodies.computeIfAbsent(digest, name -> payloads.encode(content, context(name)));
        return digest;
    }

    /** Returns what is authenticated with the bytes of an attachment. */
    static byte[] context(String digest) {
        return ("plumbline.postgresql.attachment.1\0" + digest).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    boolean isEmpty() {
        return bodies.isEmpty();
    }

    /** Returns the digests that the namespace has, so that their bytes need not be sent again. */
    Set<String> stored(Connection connection, String namespace) throws SQLException {
        Set<String> stored = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(STORED)) {
            statement.setString(1, namespace);
            statement.setArray(2, digests(connection));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    stored.add(HexFormat.of().formatHex(rows.getBytes(1)));
                }
            }
        }
        return stored;
    }

    /** Sets the digests of all, and digests and bodies of those that are not stored; returns the index after them. */
    int bind(PreparedStatement statement, int index, Set<String> stored) throws SQLException {
        Connection connection = statement.getConnection();
        List<byte[]> digests = new ArrayList<>();
        List<byte[]> sent = new ArrayList<>();
        bodies.forEach((digest, body) -> {
            if (!stored.contains(digest)) {
                digests.add(HexFormat.of().parseHex(digest));
                sent.add(body);
            }
        });
        statement.setArray(index, array(connection, digests));
        statement.setArray(index + 1, array(connection, sent));
        statement.setArray(index + 2, digests(connection));
        return index + 3;
    }

    private Array digests(Connection connection) throws SQLException {
        return array(
                connection,
                bodies.keySet().stream().map(HexFormat.of()::parseHex).toList());
    }

    private static Array array(Connection connection, List<byte[]> bytes) throws SQLException {
        return connection.createArrayOf("bytea", bytes.toArray(byte[][]::new));
    }
}
