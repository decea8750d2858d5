package dev.plumbline.postgresql;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures what docs/teams.md says of PostgreSQL; a program, because a busy machine has no figures. */
final class PostgresFigures {
    private static final int ROUNDS = 2000;
    private static final int ROWS = 3;

    private PostgresFigures() {}

    /** Argument: {@code rounds}, {@code bytes} or {@code queue}. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("plumbline-figures");
        try (PostgresServer server = PostgresServer.startIn(folder, List.of("shared_buffers=128MB"))) {
            switch (arguments[0]) {
                case "rounds" -> rounds(server);
                case "bytes" -> bytes(server);
                default -> queue(server);
            }
        }
        Runtime.getRuntime().halt(0);
    }

    /** A record as a journal has it, of about that many bytes. */
    private static Json record(int number, int size) {
        return Json.object()
                .with("kind", "entry")
                .with("at", "2026-11-24T18:00:00Z")
                .with("number", number)
                .with("text", "wall and pipe ".repeat(size / 14));
    }

    /** A journalled round (three records) beside a bare batch of the same rows in one statement, in turn. */
    private static void rounds(PostgresServer server) throws SQLException {
        try (PostgresDatabase database = PostgresDatabase.at(server.uri());
                SessionStore.Writer writer = PostgresSessionStore.of(database).open("one");
                Connection bare = server.connect()) {
            execute(
                    bare,
                    "CREATE TABLE bare (conversation bigint, position bigint, body bytea,"
                            + " PRIMARY KEY (conversation, position))");
            double[] ours = new double[ROUNDS];
            double[] batch = new double[ROUNDS];
            double[] array = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                List<Json> records = List.of(record(i, 200), record(i, 800), record(i, 400));
                long begin = System.nanoTime();
                writer.append(records);
                long first = System.nanoTime();
                insertBatch(bare, 1, i * ROWS, records);
                long second = System.nanoTime();
                insertArray(bare, 2, i * ROWS, records);
                long third = System.nanoTime();
                ours[i] = (first - begin) / 1e3;
                batch[i] = (second - first) / 1e3;
                array[i] = (third - second) / 1e3;
            }
            System.out.printf(
                    "median of %d rounds, microseconds: append %.0f, JDBC batch %.0f (ratio %.2f), one statement %.0f (ratio %.2f)%n",
                    ROUNDS,
                    median(ours),
                    median(batch),
                    median(ours) / median(batch),
                    median(array),
                    median(ours) / median(array));
        }
    }

    private static void insertBatch(Connection bare, int conversation, int from, List<Json> records)
            throws SQLException {
        bare.setAutoCommit(false);
        try (PreparedStatement statement = bare.prepareStatement("INSERT INTO bare VALUES (?, ?, ?)")) {
            for (Json record : records) {
                statement.setLong(1, conversation);
                statement.setLong(2, from++);
                statement.setBytes(3, record.text().getBytes(java.nio.charset.StandardCharsets.UTF_8));
                statement.addBatch();
            }
            statement.executeBatch();
        }
        bare.commit();
        bare.setAutoCommit(true);
    }

    private static void insertArray(Connection bare, int conversation, int from, List<Json> records)
            throws SQLException {
        byte[][] bodies = records.stream()
                .map(record -> record.text().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        try (PreparedStatement statement = bare.prepareStatement("INSERT INTO bare SELECT ?, ? + r.number - 1, r.body"
                + " FROM unnest(?::bytea[]) WITH ORDINALITY AS r(body, number)")) {
            statement.setLong(1, conversation);
            statement.setLong(2, from);
            statement.setArray(3, bare.createArrayOf("bytea", bodies));
            statement.executeUpdate();
        }
    }

    private static double median(double[] values) {
        double[] late = Arrays.copyOfRange(values, values.length / 4, values.length);
        Arrays.sort(late);
        return late[late.length / 2];
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The bytes of rows and indexes of 30,000 records of 500 bytes in 300 conversations, and of 10,000 items of a run. */
    private static void bytes(PostgresServer server) throws SQLException {
        try (PostgresDatabase database = PostgresDatabase.at(server.uri());
                Connection admin = server.connect()) {
            PostgresSessionStore sessions = PostgresSessionStore.of(database);
            for (int i = 0; i < 300; i++) {
                try (SessionStore.Writer writer = sessions.open("conversation " + i)) {
                    for (int round = 0; round < 34; round++) {
                        writer.append(List.of(record(round, 450), record(round, 450), record(round, 450)));
                    }
                }
            }
            BatchQueue queue = BatchQueue.of(database, "r");
            queue.add(BatchQueueTest.items(10_000));
            List<BatchClaim> claims = queue.claim("w", 100);
            while (!claims.isEmpty()) {
                claims.forEach(claim -> queue.finish(BatchWorkerProgram.result(claim, "w")));
                claims = queue.claim("w", 100);
            }
            for (String table : List.of("record", "conversation", "batch_item")) {
                long rows = number(admin, "SELECT count(*) FROM plumbline." + table);
                long heap = number(admin, "SELECT pg_table_size('plumbline." + table + "')");
                long index = number(admin, "SELECT pg_indexes_size('plumbline." + table + "')");
                System.out.printf(
                        "%s: %d rows, %d bytes a row, %d of indexes%n", table, rows, heap / rows, index / rows);
            }
            System.out.println("body bytes of a record: "
                    + number(admin, "SELECT avg(length(body))::bigint FROM plumbline.record") + ", hot updates "
                    + number(
                            admin,
                            "SELECT 100 * n_tup_hot_upd / n_tup_upd FROM pg_stat_user_tables WHERE relname ="
                                    + " 'conversation'")
                    + " %");
        }
    }

    /** The items a second of 1, 2, 4 and 8 worker processes, each of which waits 100 ms for an answer. */
    private static void queue(PostgresServer server) throws IOException, InterruptedException {
        double one = 0;
        for (int workers : new int[] {1, 2, 4, 8}) {
            double rate = rate(server, workers);
            one = workers == 1 ? rate : one;
            System.out.printf(
                    "%d processes: %.1f items a second, %.0f %% of linear%n",
                    workers, rate, 100 * rate / one / workers);
        }
    }

    private static double rate(PostgresServer server, int workers) throws IOException, InterruptedException {
        String run = "run " + workers;
        try (BatchQueue queue = BatchQueue.at(server.uri(), run)) {
            queue.progress();
            List<Process> processes = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                processes.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BatchWorkerProgram.class.getName(),
                                server.uri(),
                                run,
                                "worker" + i,
                                "100",
                                "60000",
                                "1",
                                "wait")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
            }
            Thread.sleep(Duration.ofSeconds(3 + workers).toMillis()); // until all have started and wait for items
            queue.add(BatchQueueTest.items(100 * workers));
            long begin = System.nanoTime();
            while (!queue.progress().isFinished()) {
                Thread.sleep(20);
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            for (Process process : processes) {
                process.destroyForcibly();
            }
            return 100 * workers / seconds;
        }
    }
}
