package dev.plumbline.postgresql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Optional;

/**
 * Translates failures of the driver. The messages of the server are not passed on, because they may quote values; the
 * SQLSTATE of appendix A of its manual is.
 */
final class DatabaseFailure {
    /** Stands for a pool whose connections are all in use, which has no SQLSTATE. */
    private static final String NO_CONNECTION = "";

    /** The causes by SQLSTATE, the whole code or its class. */
    private static final Map<String, String> CAUSES = Map.ofEntries(
            Map.entry("08", "the connection failed; check that the server runs and can be reached"),
            Map.entry("28", "the server refused user or password"),
            Map.entry("3D", "there is no such database"),
            Map.entry("40", "the server ended the transaction because of others, repeatedly"),
            Map.entry(
                    "42501",
                    "the role may not do this: grant it the schema plumbline, or the namespace with"
                            + " plumbline.grant_namespace(role, namespace)"),
            Map.entry("53", "the server has no resources left"),
            Map.entry("53100", "the disk of the server is full"),
            Map.entry("53300", "the server has no connection left; raise max_connections or use fewer programs"),
            Map.entry("55P03", "a lock of another transaction was not released in time"),
            Map.entry("57", "the server ended the connection, because it stops or starts"),
            Map.entry("57014", "the server ended the statement, because it took too long"),
            Map.entry("57P03", "the server is starting or stopping"),
            Map.entry("58", "the server failed to read or write its files"),
            Map.entry(NO_CONNECTION, "all connections of this program are in use; raise the builder's connections"),
            Map.entry("XX", "the server reports damaged data or an error of its own"));

    private DatabaseFailure() {}

    /** Returns whether the server refuses every connection of this program, so that a wait for one is in vain. */
    static boolean isRefused(SQLException failure) {
        return code(failure).startsWith("28") || code(failure).startsWith("3D");
    }

    /** Returns whether the server has undone the transaction, so that it had no effect: a deadlock, or others were first. */
    static boolean isRolledBack(SQLException failure) {
        return code(failure).startsWith("40");
    }

    /** Returns whether the connection ended, so that the effect is not known. A server that is silent is not asked again. */
    static boolean isConnectionLost(SQLException failure) {
        String code = code(failure);
        return (code.startsWith("08") || code.startsWith("57P") || code.equals("25006"))
                && !(failure instanceof SQLTransientConnectionException)
                && cause(failure, SocketTimeoutException.class).isEmpty();
    }

    static UncheckedIOException of(SQLException failure) {
        String code = code(failure);
        String silent = cause(failure, SocketTimeoutException.class).isPresent() ? "; it did not answer in time" : "";
        String why = CAUSES.getOrDefault(
                code, CAUSES.getOrDefault(code.substring(0, Math.min(2, code.length())), "an operation failed"));
        return new UncheckedIOException(
                new IOException("PostgreSQL: " + why + silent + (code.isEmpty() ? "" : " (SQLSTATE " + code + ")")));
    }

    /** Returns the SQLSTATE of the failure, or of what it was caused by: a pool has none of its own. */
    static String code(SQLException failure) {
        Throwable at = failure;
        while (at != null) {
            if (at instanceof SQLException sql
                    && sql.getSQLState() != null
                    && !sql.getSQLState().isEmpty()) {
                return sql.getSQLState();
            }
            at = at.getCause();
        }
        return "";
    }

    private static <T extends Throwable> Optional<T> cause(Throwable failure, Class<T> type) {
        Throwable at = failure;
        while (at != null) {
            if (type.isInstance(at)) {
                return Optional.of(type.cast(at));
            }
            at = at.getCause();
        }
        return Optional.empty();
    }
}
