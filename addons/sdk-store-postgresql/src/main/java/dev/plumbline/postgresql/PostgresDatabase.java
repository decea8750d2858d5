package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.provider.Secret;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL database, version 14 or newer, with the schema {@code plumbline}, which is created and migrated at the
 * first use. Several stores may share its connections. Connects when it is first used, never before. Thread-safe.
 *
 * <p>Each operation has a limit: the server ends a statement after 30 seconds, a lock is awaited for 10 seconds, a
 * connection for 10 seconds, an answer of the server for 35 seconds or the limit of the operation if that is shorter. A
 * cancellation closes the connection of its operation.
 */
public final class PostgresDatabase implements AutoCloseable {
    /** How often an operation is tried whose connection was lost: once more on a connection that is new. */
    private static final int CONNECTIONS = 3;

    /** How often an operation is tried that the server has undone because of others; one of them succeeds each time. */
    private static final int CONFLICTS = 50;

    private static final int CONNECT_SECONDS = 5;
    private static final String PASSWORD_VARIABLE = "PGPASSWORD";

    private final ConnectionPool pool;
    private final LongSupplier nanoTime = System::nanoTime;

    private final InstantSource clock;

    private PostgresDatabase(ConnectionPool pool, InstantSource clock) {
        this.pool = pool;
        this.clock = clock;
    }

    /**
     * Returns the database at an address, with the password of the environment variable {@code PGPASSWORD}, or else of
     * the file {@code ~/.pgpass}.
     *
     * @param uri {@code postgresql://user@host:port/database?parameter=value}; parameters are those of the driver, such
     *     as {@code sslmode=verify-full}; several hosts are separated by commas
     * @throws IllegalArgumentException for another form, and for an address with a password
     */
    public static PostgresDatabase at(String uri) {
        return builder(uri).build();
    }

    /** Returns a builder of the database at an address; as {@link #at}. */
    public static Builder builder(String uri) {
        ModuleVersions.check(PostgresDatabase.class);
        return new Builder(DatabaseAddress.parse(uri));
    }

    /** Begins an operation with that limit. */
    OperationDeadline limit(Duration limit, Cancellation cancellation) {
        return OperationDeadline.of(limit, cancellation, nanoTime);
    }

    /**
     * Runs an operation that has the same effect if it is repeated: at once if the connection is lost or the server has
     * undone it because of others.
     */
    <T> T run(OperationDeadline limit, DatabaseOperation<T> operation) {
        return run(limit, true, operation);
    }

    /** Runs an operation that is not repeated, unless it had no effect. */
    <T> T runOnce(OperationDeadline limit, DatabaseOperation<T> operation) {
        return run(limit, false, operation);
    }

    private <T> T run(OperationDeadline limit, boolean repeats, DatabaseOperation<T> operation) {
        for (int lost = 0, undone = 0; ; ) {
            limit.require();
            try {
                return pool.use(limit, operation);
            } catch (SQLException e) {
                limit.require();
                boolean again = DatabaseFailure.isRolledBack(e)
                        ? ++undone < CONFLICTS
                        : repeats && DatabaseFailure.isConnectionLost(e) && ++lost < CONNECTIONS;
                if (!again) {
                    throw DatabaseFailure.of(e);
                }
            }
        }
    }

    /** Returns a clock of this machine, which is used for times that this machine shows or waits for. */
    InstantSource clock() {
        return clock;
    }

    long nanoTime() {
        return nanoTime.getAsLong();
    }

    /** Returns where connections come from that are not of the pool, with the limits of the server. */
    DataSource source() {
        return pool.source();
    }

    /** Closes the connections; idempotent. Stores of this database can no longer be used. */
    @Override
    public void close() {
        pool.close();
    }

    /** A builder of a database; not thread-safe. */
    public static final class Builder {
        private final DatabaseAddress address;
        private Optional<Secret> password;
        private int connections = 4;
        private Duration patience = Duration.ofSeconds(10);
        private InstantSource clock = InstantSource.system();

        private Builder(DatabaseAddress address) {
            this.address = address;
            this.password = System.getenv(PASSWORD_VARIABLE) == null
                    ? Optional.empty()
                    : Optional.of(Secret.fromEnv(PASSWORD_VARIABLE));
        }

        /** Sets the password, which is read for each new connection, so that it may change. */
        public Builder password(Secret secret) {
            password = Optional.of(Objects.requireNonNull(secret, "secret"));
            return this;
        }

        /**
         * Sets the largest number of connections of this program, 1 to 1000; 4 by default. They are opened when needed.
         *
         * @throws IllegalArgumentException for another number
         */
        public Builder connections(int most) {
            if (most < 1 || most > 1000) {
                throw new IllegalArgumentException("connections must be 1 to 1000; got " + most);
            }
            connections = most;
            return this;
        }

        /**
         * Sets the longest wait for a connection, and of the server for a lock; 10 seconds by default. A restart of the
         * server that is shorter is not noticed.
         *
         * @throws IllegalArgumentException if it is shorter than 100 milliseconds or longer than 20 seconds
         */
        public Builder patience(Duration longest) {
            if (longest.toMillis() < 100 || longest.compareTo(Duration.ofSeconds(20)) > 0) {
                throw new IllegalArgumentException("patience must be 100 milliseconds to 20 seconds; got " + longest);
            }
            patience = longest;
            return this;
        }

        /** Sets the clock of this machine, by which the end of a lease is shown; that of the system by default. */
        public Builder clock(InstantSource source) {
            clock = Objects.requireNonNull(source, "source");
            return this;
        }

        /** Returns the database; connects to nothing. */
        public PostgresDatabase build() {
            PGSimpleDataSource source = address.source();
            source.setApplicationName("plumbline");
            source.setConnectTimeout(CONNECT_SECONDS);
            source.setSocketTimeout((int) OperationDeadline.STATEMENT.toSeconds() + CONNECT_SECONDS);
            source.setTcpKeepAlive(true);
            source.setLogServerErrorDetail(false);
            source.setOptions("-c statement_timeout=" + OperationDeadline.STATEMENT.toMillis() + " -c lock_timeout="
                    + patience.toMillis() + " -c idle_in_transaction_session_timeout=60000");
            return new PostgresDatabase(
                    new ConnectionPool(new PasswordDataSource(source, password), connections, patience), clock);
        }
    }
}
