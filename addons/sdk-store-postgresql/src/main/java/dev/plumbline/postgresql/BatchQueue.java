package dev.plumbline.postgresql;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.Cost;
import dev.plumbline.json.Json;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run of many bodies that workers on several machines share, in a PostgreSQL database. A worker claims items for the
 * time of a lease, which the server measures; items of a worker that died are free when its lease has ended. Each item
 * gets one result, whoever brings it first. Thread-safe.
 */
public final class BatchQueue implements AutoCloseable {
    /** The time that the server has for one operation. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Duration LEASE = Duration.ofSeconds(60);

    private static final String ADD = "INSERT INTO plumbline.batch_item (namespace, run, line, fingerprint, body)"
            + " SELECT ?, ?, * FROM unnest(?::bigint[], ?::text[], ?::bytea[]) ON CONFLICT DO NOTHING";

    private static final String DIFFERENT = "SELECT min(i.line) FROM plumbline.batch_item i"
            + " JOIN unnest(?::bigint[], ?::text[]) AS n(line, fingerprint) ON n.line = i.line"
            + " WHERE i.namespace = ? AND i.run = ? AND i.fingerprint <> n.fingerprint";

    private static final String CLAIM = "WITH free AS (SELECT line FROM plumbline.batch_item"
            + " WHERE namespace = ? AND run = ? AND result IS NULL AND due <= clock_timestamp()"
            + " ORDER BY due, line LIMIT ? FOR UPDATE SKIP LOCKED)"
            + " UPDATE plumbline.batch_item i SET due = clock_timestamp() + ? * interval '1 millisecond',"
            + " token = nextval('plumbline.batch_token'), attempts = attempts + 1, worker = ?"
            + " FROM free WHERE i.namespace = ? AND i.run = ? AND i.line = free.line"
            + " RETURNING i.line, i.fingerprint, i.body, i.token, i.attempts";

    private static final String RENEW = "UPDATE plumbline.batch_item"
            + " SET due = clock_timestamp() + ? * interval '1 millisecond'"
            + " WHERE namespace = ? AND run = ? AND result IS NULL"
            + " AND (line, token) IN (SELECT * FROM unnest(?::bigint[], ?::bigint[]))";

    private static final String FINISH = "UPDATE plumbline.batch_item SET result = ?, is_ok = ?, tokens = ?, cost = ?,"
            + " currency = ?, finished = nextval('plumbline.batch_finished')"
            + " WHERE namespace = ? AND run = ? AND line = ? AND result IS NULL";

    private static final String POSTPONE = "UPDATE plumbline.batch_item"
            + " SET due = clock_timestamp() + ? * interval '1 millisecond'"
            + " WHERE namespace = ? AND run = ? AND line = ? AND token = ? AND result IS NULL";

    private static final String RESULTS = "SELECT line, fingerprint, result, is_ok, tokens, cost, currency"
            + " FROM plumbline.batch_item WHERE namespace = ? AND run = ?"
            + " AND result IS NOT NULL AND line > ? ORDER BY line LIMIT ?";

    private static final String PROGRESS = "SELECT count(*), count(result), count(*) FILTER (WHERE NOT is_ok),"
            + " count(DISTINCT worker) FILTER (WHERE result IS NULL AND due > clock_timestamp() AND token > 0),"
            + " least(coalesce(sum(tokens), 0), " + Long.MAX_VALUE
            + ") FROM plumbline.batch_item WHERE namespace = ? AND run = ?";

    private static final String COSTS = "SELECT sum(cost), currency FROM plumbline.batch_item"
            + " WHERE namespace = ? AND run = ? AND currency IS NOT NULL GROUP BY currency ORDER BY currency";

    private final PostgresDatabase database;
    private final boolean isOwner;
    private final Duration lease;
    private final Name name;

    private BatchQueue(PostgresDatabase database, boolean isOwner, Duration lease, Name name) {
        this.database = database;
        this.isOwner = isOwner;
        this.lease = lease;
        this.name = name;
    }

    /**
     * Returns a run in the database at an address; as {@link PostgresDatabase#at}. Closing it closes the database.
     *
     * @param run the name of the run; all who use it share it
     */
    public static BatchQueue at(String uri, String run) {
        return new BatchQueue(PostgresDatabase.at(uri), true, LEASE, new Name("", run));
    }

    /** Returns a run in a database that others share. The caller closes the database. */
    public static BatchQueue of(PostgresDatabase database, String run) {
        return new BatchQueue(database, false, LEASE, new Name("", run));
    }

    /** Returns the same run with leases of another length, 60 seconds by default. */
    public BatchQueue withLease(Duration length) {
        return new BatchQueue(database, isOwner, length, name);
    }

    /**
     * Returns the run of that name in a namespace; by default in none. Runs of different namespaces share nothing, and
     * roles see the runs of their namespaces alone.
     */
    public BatchQueue withNamespace(String namespace) {
        return new BatchQueue(database, isOwner, lease, new Name(namespace, name.run()));
    }

    /** What a run is called. */
    private record Name(String namespace, String run) {
        /** Sets both at an index, and returns the index after them. */
        int bind(PreparedStatement statement, int index) throws SQLException {
            statement.setString(index, DatabaseText.escape(namespace));
            statement.setString(index + 1, DatabaseText.escape(run));
            return index + 2;
        }
    }

    private <T> T execute(DatabaseOperation<T> operation) {
        return database.run(database.limit(LIMIT, Cancellation.create()), operation);
    }

    /**
     * Adds items that the run does not have yet.
     *
     * @throws IllegalArgumentException if the run has another body for a line
     */
    public void add(List<BatchItem> items) {
        Object[] lines = items.stream().map(BatchItem::line).toArray();
        Object[] fingerprints = items.stream().map(BatchItem::fingerprint).toArray();
        byte[][] bodies = items.stream().map(item -> bytes(item.body())).toArray(byte[][]::new);
        execute(connection -> {
            try (PreparedStatement add = connection.prepareStatement(ADD);
                    PreparedStatement different = connection.prepareStatement(DIFFERENT)) {
                int index = name.bind(add, 1);
                add.setArray(index, connection.createArrayOf("bigint", lines));
                add.setArray(index + 1, connection.createArrayOf("text", fingerprints));
                add.setArray(index + 2, connection.createArrayOf("bytea", bodies));
                if (add.executeUpdate() < items.size()) {
                    different.setArray(1, connection.createArrayOf("bigint", lines));
                    different.setArray(2, connection.createArrayOf("text", fingerprints));
                    name.bind(different, 3);
                    requireSame(different);
                }
                return true;
            }
        });
    }

    private static void requireSame(PreparedStatement different) throws SQLException {
        try (ResultSet row = different.executeQuery()) {
            row.next();
            long line = row.getLong(1);
            if (!row.wasNull()) {
                throw new IllegalArgumentException(
                        "line " + line + ": the run has another body for this line; use another name for this run");
            }
        }
    }

    /**
     * Claims free items, those first that have waited longest. None are returned if all are finished, claimed by others,
     * or postponed.
     *
     * @param worker the name of the worker, for display
     * @param most the largest number of items
     */
    public List<BatchClaim> claim(String worker, int most) {
        return execute(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
                int index = name.bind(statement, 1);
                statement.setInt(index, most);
                statement.setLong(index + 1, lease.toMillis());
                statement.setString(index + 2, worker);
                name.bind(statement, index + 3);
                try (ResultSet rows = statement.executeQuery()) {
                    List<BatchClaim> claims = new ArrayList<>();
                    while (rows.next()) {
                        BatchItem item =
                                new BatchItem(rows.getLong(1), rows.getString(2), Json.parse(rows.getBytes(3)));
                        claims.add(new BatchClaim(item, rows.getLong(4), rows.getInt(5)));
                    }
                    return claims;
                }
            }
        });
    }

    /** Extends the leases of claims that are still those of this worker. */
    public void renew(List<BatchClaim> claims) {
        execute(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(RENEW)) {
                statement.setLong(1, lease.toMillis());
                int index = name.bind(statement, 2);
                statement.setArray(
                        index,
                        connection.createArrayOf(
                                "bigint",
                                claims.stream()
                                        .map(claim -> claim.item().line())
                                        .toArray()));
                statement.setArray(
                        index + 1,
                        connection.createArrayOf(
                                "bigint", claims.stream().map(BatchClaim::token).toArray()));
                return statement.executeUpdate();
            }
        });
    }

    /** Stores the result of an item, unless it has one, and returns whether this one was stored. */
    public boolean finish(BatchResult result) {
        return execute(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(FINISH)) {
                statement.setBytes(1, bytes(result.value()));
                statement.setBoolean(2, result.isOk());
                statement.setLong(3, result.tokens());
                statement.setBigDecimal(4, result.cost().map(Cost::amount).orElse(java.math.BigDecimal.ZERO));
                statement.setString(5, result.cost().map(Cost::currency).orElse(null));
                statement.setLong(name.bind(statement, 6), result.line());
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** Gives an item back that may be claimed again after a delay; does nothing if another worker has claimed it. */
    public void postpone(BatchClaim claim, Duration delay) {
        execute(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(POSTPONE)) {
                statement.setLong(1, delay.toMillis());
                int index = name.bind(statement, 2);
                statement.setLong(index, claim.item().line());
                statement.setLong(index + 1, claim.token());
                return statement.executeUpdate();
            }
        });
    }

    /**
     * Returns results in the order of their lines.
     *
     * @param after the line after which they begin, 0 for the first
     * @param most the largest number of results
     */
    public List<BatchResult> results(long after, int most) {
        return execute(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(RESULTS)) {
                int index = name.bind(statement, 1);
                statement.setLong(index, after);
                statement.setInt(index + 1, most);
                try (ResultSet rows = statement.executeQuery()) {
                    List<BatchResult> results = new ArrayList<>();
                    while (rows.next()) {
                        results.add(result(rows));
                    }
                    return results;
                }
            }
        });
    }

    private static BatchResult result(ResultSet row) throws SQLException {
        String currency = row.getString(7);
        return new BatchResult(
                row.getLong(1),
                row.getString(2),
                Json.parse(row.getBytes(3)),
                row.getBoolean(4),
                row.getLong(5),
                currency == null ? Optional.empty() : Optional.of(new Cost(row.getBigDecimal(6), currency)));
    }

    /** Returns the state of the run. */
    public BatchProgress progress() {
        return execute(connection -> {
            List<Cost> costs = costs(connection);
            try (PreparedStatement statement = connection.prepareStatement(PROGRESS)) {
                name.bind(statement, 1);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return new BatchProgress(
                            row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), costs);
                }
            }
        });
    }

    private List<Cost> costs(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(COSTS)) {
            name.bind(statement, 1);
            try (ResultSet rows = statement.executeQuery()) {
                List<Cost> costs = new ArrayList<>();
                while (rows.next()) {
                    costs.add(new Cost(rows.getBigDecimal(1), rows.getString(2)));
                }
                return costs;
            }
        }
    }

    /** Removes all items and results of the run, and returns their number. */
    public int remove() {
        return execute(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("DELETE FROM plumbline.batch_item WHERE namespace = ? AND run = ?")) {
                name.bind(statement, 1);
                return statement.executeUpdate();
            }
        });
    }

    private static byte[] bytes(Json json) {
        return json.text().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (isOwner) {
            database.close();
        }
    }
}
