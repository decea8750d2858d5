package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A store of budgets in a PostgreSQL database. An operation is one call of a function of the database, which locks the
 * row of the budget and uses the time of the server. An operation whose answer is lost is not repeated; it may have
 * taken its units. Thread-safe.
 */
public final class PostgresBudgetStore implements BudgetStore {
    private static final String TAKE = "SELECT granted, delay, out_after FROM plumbline.take(?, ?, ?, ?, ?, ?)";

    /** The level of a budget that refills is the time at which it will be full; that of another one hardly ever as large. */
    private static final String REMOVE_UNUSED =
            "DELETE FROM plumbline.budget WHERE used < clock_timestamp() - ? * interval '1 second'"
                    + " AND level < trunc(extract(epoch FROM clock_timestamp())) * 1000000000";

    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private final PostgresDatabase database;
    private final boolean isOwner;

    private PostgresBudgetStore(PostgresDatabase database, boolean isOwner) {
        this.database = database;
        this.isOwner = isOwner;
    }

    /** Returns a store in the database at an address; as {@link PostgresDatabase#at}. Closing it closes the database. */
    public static PostgresBudgetStore at(String uri) {
        return new PostgresBudgetStore(PostgresDatabase.at(uri), true);
    }

    /** Returns a store in a database that other stores share. The caller closes the database. */
    public static PostgresBudgetStore of(PostgresDatabase database) {
        return new PostgresBudgetStore(database, false);
    }

    @Override
    public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
        return database.runOnce(database.limit(limit, cancellation), connection -> take(connection, budget, amount));
    }

    private static Taken take(Connection connection, Budget budget, Amount amount) throws SQLException {
        boolean timed = !budget.refill().isZero();
        BigDecimal full = timed ? nanos(budget.refill()) : BigDecimal.valueOf(budget.size());
        try (PreparedStatement statement = connection.prepareStatement(TAKE)) {
            statement.setString(1, DatabaseText.escape(budget.key()));
            statement.setBoolean(2, timed);
            statement.setBigDecimal(3, share(full, amount.units(), budget.size()));
            statement.setBigDecimal(4, share(full, amount.returned(), budget.size()));
            statement.setBigDecimal(5, full);
            statement.setBigDecimal(6, nanos(amount.longestWait()));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                BigDecimal delay = row.getBigDecimal(2);
                BigDecimal out = row.getBigDecimal(3);
                BigInteger units = out.multiply(BigDecimal.valueOf(budget.size()))
                        .divide(full, 0, RoundingMode.CEILING)
                        .toBigInteger();
                return new Taken(row.getBoolean(1), timed ? duration(delay) : wait(delay), left(budget.size(), units));
            }
        }
    }

    /** Returns the part of a full budget that some units are. */
    private static BigDecimal share(BigDecimal full, long units, long size) {
        return full.multiply(BigDecimal.valueOf(units)).divide(BigDecimal.valueOf(size), 0, RoundingMode.DOWN);
    }

    private static BigDecimal nanos(Duration time) {
        return BigDecimal.valueOf(time.getSeconds()).multiply(NANOS).add(BigDecimal.valueOf(time.getNano()));
    }

    private static Duration duration(BigDecimal nanos) {
        BigInteger[] parts = nanos.toBigInteger().divideAndRemainder(NANOS.toBigInteger());
        return parts[0].bitLength() < Long.SIZE
                ? Duration.ofSeconds(parts[0].longValue(), parts[1].longValue())
                : NO_LIMIT;
    }

    private static Duration wait(BigDecimal missing) {
        return missing.signum() == 0 ? Duration.ZERO : NO_LIMIT;
    }

    private static long left(long size, BigInteger out) {
        return BigInteger.valueOf(size).subtract(out).max(BigInteger.ZERO).longValue();
    }

    /**
     * Removes the budgets that were not used for {@link #KEPT} and those that have refilled since, and returns their number;
     * for a job that runs now and then.
     *
     * @param limit the maximum duration
     * @param cancellation ends it early
     */
    public long removeUnused(Duration limit, Cancellation cancellation) {
        return database.run(database.limit(limit, cancellation), connection -> {
            try (PreparedStatement statement = connection.prepareStatement(REMOVE_UNUSED)) {
                statement.setLong(1, KEPT.toSeconds());
                return statement.executeLargeUpdate();
            }
        });
    }

    @Override
    public void close() {
        if (isOwner) {
            database.close();
        }
    }
}
