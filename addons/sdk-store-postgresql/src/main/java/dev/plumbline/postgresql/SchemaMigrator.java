package dev.plumbline.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings the schema {@code plumbline} of a database to this version: numbered scripts, each applied once, in order, and
 * remembered with the SHA-256 of its text.
 */
final class SchemaMigrator {
    /** Chosen once; only programs that migrate this schema take this lock. */
    private static final long LOCK = 0x706c756d62_6c31L;

    private static final List<String> SCRIPTS = List.of("001.sql", "002.sql", "003.sql");

    private SchemaMigrator() {}

    /**
     * Checks the schema and applies the scripts that are missing, in one transaction and one program at a time.
     *
     * @throws UncheckedIOException for a schema that is newer than this program, or that was changed
     */
    static void migrate(Connection connection) throws SQLException {
        if (missing(connection).isEmpty()) {
            return;
        }
        Transaction.run(connection, SchemaMigrator::applyMissing);
    }

    private static boolean applyMissing(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
            statement.execute("CREATE SCHEMA IF NOT EXISTS plumbline");
            statement.execute("CREATE TABLE IF NOT EXISTS plumbline.schema_script ("
                    + "version integer PRIMARY KEY, sha256 text NOT NULL,"
                    + " applied timestamptz NOT NULL DEFAULT clock_timestamp())");
        }
        for (int version : missing(connection)) {
            apply(connection, version);
        }
        return true;
    }

    private static void apply(Connection connection, int version) throws SQLException {
        try (Statement statement = connection.createStatement();
                PreparedStatement remember = connection.prepareStatement(
                        "INSERT INTO plumbline.schema_script (version, sha256) VALUES (?, ?)")) {
            statement.execute(text(version));
            remember.setInt(1, version);
            remember.setString(2, sha256(version));
            remember.executeUpdate();
        }
    }

    /** Returns the versions that are to be applied, after those that were are checked. */
    private static List<Integer> missing(Connection connection) throws SQLException {
        Map<Integer, String> applied = applied(connection);
        applied.forEach(SchemaMigrator::check);
        List<Integer> missing = new ArrayList<>();
        for (int version = 1; version <= SCRIPTS.size(); version++) {
            if (!applied.containsKey(version)) {
                missing.add(version);
            }
        }
        return missing;
    }

    private static void check(int version, String sha256) {
        if (version > SCRIPTS.size()) {
            throw refused("version " + version + ", which is newer than version " + SCRIPTS.size()
                    + " of this program; use a newer Plumbline");
        }
        if (!sha256(version).equals(sha256)) {
            throw refused("another script of version " + version
                    + " than this program; restore schema_script, or use the Plumbline that created it");
        }
    }

    private static UncheckedIOException refused(String what) {
        return new UncheckedIOException(new IOException("PostgreSQL: the schema plumbline has " + what));
    }

    private static Map<Integer, String> applied(Connection connection) throws SQLException {
        Map<Integer, String> applied = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet exists =
                    statement.executeQuery("SELECT to_regclass('plumbline.schema_script') IS NOT NULL")) {
                exists.next();
                if (!exists.getBoolean(1)) {
                    return applied;
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT version, sha256 FROM plumbline.schema_script")) {
                while (rows.next()) {
                    applied.put(rows.getInt(1), rows.getString(2));
                }
            }
        }
        return applied;
    }

    private static byte[] script(int version) {
        String name = SCRIPTS.get(version - 1);
        try (InputStream in = SchemaMigrator.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar of sdk-store-postgresql lacks " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text of a script. */
    static String text(int version) {
        return new String(script(version), StandardCharsets.UTF_8);
    }

    /** Returns the SHA-256 of a script, as it is remembered. */
    static String sha256(int version) {
        return sha256(script(version));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
