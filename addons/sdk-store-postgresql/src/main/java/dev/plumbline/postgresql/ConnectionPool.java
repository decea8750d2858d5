package dev.plumbline.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.pool.HikariPool;
import dev.plumbline.time.Subscription;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one database, opened when they are needed and closed when they are idle. The first one checks the
 * schema, and migrates it. Thread-safe.
 */
final class ConnectionPool implements AutoCloseable {
    /** Twice the longest pause between two attempts of the pool to connect, so that a server that is back is found soon. */
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** How long a refusal is waited for to be another one: the pool reports its last attempt, which may be an old one. */
    private static final Duration REFUSED = Duration.ofSeconds(2);

    /** How often the wait for a connection looks at the cancellation, in milliseconds. */
    private static final long SLICE = 250;

    private static final Executor SAME_THREAD = Runnable::run;

    private final DataSource source;
    private final int size;
    private final Duration patience;
    private @Nullable HikariPool pool;
    private boolean closed;
    private volatile boolean isCurrent;

    ConnectionPool(DataSource source, int size, Duration patience) {
        this.source = source;
        this.size = size;
        this.patience = patience;
    }

    DataSource source() {
        return source;
    }

    /** Runs an operation on a connection. A cancellation closes the connection, which ends the wait for the server. */
    <T> T use(OperationDeadline limit, DatabaseOperation<T> operation) throws SQLException {
        HikariPool from = pool();
        try (Connection connection = borrow(from, limit)) {
            Subscription watch = limit.cancellation().onCancel(() -> abort(connection));
            try {
                connection.setNetworkTimeout(SAME_THREAD, limit.answerMillis());
                if (!isCurrent) {
                    SchemaMigrator.migrate(connection);
                    isCurrent = true;
                }
                return operation.on(connection);
            } finally {
                watch.close();
                if (limit.cancellation().isCancelled()) {
                    from.evictConnection(connection);
                }
            }
        } catch (SQLException failed) {
            if (DatabaseFailure.isConnectionLost(failed)) {
                from.softEvictConnections();
            }
            throw failed;
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(SAME_THREAD);
        } catch (SQLException | RuntimeException closedAlready) {
            // the operation has ended
        }
    }

    private Connection borrow(HikariPool from, OperationDeadline limit) throws SQLException {
        long waited = 0;
        while (true) {
            limit.require();
            long slice = limit.millis(SLICE);
            try {
                return from.getConnection(slice);
            } catch (SQLTransientConnectionException none) {
                waited += slice;
                Duration longest =
                        DatabaseFailure.isRefused(none) && REFUSED.compareTo(patience) < 0 ? REFUSED : patience;
                if (waited >= longest.toMillis()) {
                    throw none;
                }
            }
        }
    }

    private synchronized HikariPool pool() {
        if (closed) {
            throw new IllegalStateException("this database is closed");
        }
        HikariPool current = pool;
        if (current == null) {
            HikariConfig config = new HikariConfig();
            config.setPoolName("plumbline");
            config.setDataSource(source);
            config.setMaximumPoolSize(size);
            config.setMinimumIdle(0);
            config.setIdleTimeout(Duration.ofMinutes(2).toMillis());
            config.setConnectionTimeout(RETRY.toMillis());
            config.setValidationTimeout(RETRY.toMillis());
            config.setInitializationFailTimeout(-1);
            config.validate();
            current = new HikariPool(config);
            pool = current;
        }
        return current;
    }

    @Override
    public void close() {
        HikariPool ended;
        synchronized (this) {
            closed = true;
            ended = pool;
            pool = null;
        }
        if (ended != null) {
            try {
                ended.shutdown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
