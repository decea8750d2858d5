package dev.plumbline.postgresql;

import static dev.plumbline.postgresql.ServerFaultsTest.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the stores promise when the disk of the server is full or slow, and when transactions wait for each other. */
@Tag("external")
class DiskFaultsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(3);

    private static List<Json> read(PostgresSessionStore store, String id) {
        try (Stream<Json> records = store.read(id)) {
            return records.toList();
        }
    }

    private static Json large(int number) {
        return AttachmentsTest.message("office", AttachmentsTest.picture(number, 100_000))
                .with("number", number);
    }

    @Test
    @DisplayName(
            "PG54 a full disk costs an append a named error; what was acknowledged is there, nothing is half-written,"
                    + " and the writer goes on when there is space")
    void pg54_fullDisk_refusesWholeAppends() {
        try (SmallDisk disk = SmallDisk.ofMegabytes(12);
                PostgresServer server = PostgresServer.start();
                PostgresSessionStore store = PostgresSessionStore.at(server.uri())) {
            store.list();
            server.own(disk.folder());
            server.execute("CREATE TABLESPACE small LOCATION '" + disk.folder() + "'");
            server.execute("ALTER TABLE plumbline.record SET TABLESPACE small;"
                    + " ALTER TABLE plumbline.attachment SET TABLESPACE small");
            try (SessionStore.Writer writer = store.open("one")) {
                List<Json> stored = new ArrayList<>();
                assertThatThrownBy(() -> {
                            while (stored.size() < 1000) {
                                Json next = large(stored.size());
                                writer.append(List.of(next));
                                stored.add(next);
                                if (stored.size() == 3) {
                                    disk.fill();
                                }
                            }
                        })
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining("53100")
                        .hasMessageContaining("disk");
                assertThat(read(store, "one")).isEqualTo(stored);
                disk.free();
                Json after = large(1001);
                writer.append(List.of(after, record(1)));
                stored.addAll(List.of(after, record(1)));
                assertThat(read(store, "one")).isEqualTo(stored);
            }
            assertThat(server.count("SELECT count(*) FROM plumbline.attachment a WHERE NOT EXISTS"
                            + " (SELECT FROM plumbline.attachment_use u WHERE u.digest = a.digest)"))
                    .isZero();
        }
    }

    @Test
    @DisplayName("PG55 a server that ends because its log has no space loses nothing that was acknowledged")
    void pg55_fullLog_losesNothing() {
        try (SmallDisk disk = SmallDisk.ofMegabytes(80);
                PostgresServer server =
                        PostgresServer.startIn(disk.folder(), List.of("fsync=off", "max_wal_size=8MB"));
                PostgresSessionStore store = PostgresSessionStore.at(server.uri())) {
            SessionStore.Writer writer = store.open("one");
            List<Json> stored = new ArrayList<>(List.of(large(0)));
            writer.append(stored);
            disk.fill();
            Json doubtful = large(1);
            try {
                while (stored.size() < 1000) {
                    writer.append(writer.position(), List.of(doubtful), SHORT, Cancellation.create());
                    stored.add(doubtful);
                    doubtful = large(stored.size());
                }
            } catch (UncheckedIOException | AiException noSpace) {
                assertThat(noSpace.getMessage()).doesNotContain("base64");
            }
            assertThat(stored.size()).isLessThan(1000);
            disk.free();
            server.kill();
            server.restart();
            assertThat(goesOn(store, writer, stored, doubtful)).isTrue();
        }
    }

    /** After an append whose effect is not known: it is stored or not, and the next append is behind it. */
    private static boolean goesOn(
            PostgresSessionStore store, SessionStore.Writer writer, List<Json> stored, Json doubtful) {
        List<Json> before = read(store, "one");
        List<Json> with = new ArrayList<>(stored);
        with.add(doubtful);
        assertThat(before).isIn(stored, with);
        try {
            writer.append(writer.position(), List.of(record(1)), LONG, Cancellation.create());
        } catch (WriterLostException itWasStored) { // perhaps after it was read above
            before = read(store, "one");
            assertThat(before).isEqualTo(with);
            writer.close();
            SessionStore.Writer next = store.open("one", LONG, Cancellation.create());
            next.append(List.of(record(1)));
        }
        before = new ArrayList<>(before);
        before.add(record(1));
        return read(store, "one").equals(before);
    }

    @Test
    @DisplayName("PG56 a disk that takes a tenth of a second for each commit makes appends slow and loses none; a limit"
            + " below it ends the append, and nothing is stored twice")
    void pg56_slowDisk_endsWithTheLimit() {
        try (PostgresServer server = PostgresServer.start(
                        "fsync=on", "commit_siblings=0", "commit_delay=100000", "wal_writer_delay=10s");
                PostgresSessionStore store = PostgresSessionStore.at(server.uri())) {
            SessionStore.Writer writer = store.open("one");
            List<Json> stored = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                stored.add(record(i));
                writer.append(List.of(record(i)));
            }
            assertThatThrownBy(() -> {
                        while (stored.size() < 100) { // a commit that another one writes with its own takes no time
                            Json next = record(stored.size());
                            writer.append(
                                    writer.position(), List.of(next), Duration.ofMillis(20), Cancellation.create());
                            stored.add(next);
                        }
                    })
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("no time left");
            server.count("SELECT count(*) FROM pg_stat_activity");
            assertThat(goesOn(store, writer, stored, record(stored.size()))).isTrue();
        }
    }

    @Test
    @DisplayName("PG57 a deadlock that the server ends by undoing the append is not seen: the append is stored once")
    void pg57_deadlock_isRepeated() throws SQLException {
        PostgresServer server = PostgresServer.shared();
        try (PostgresDatabase database = PostgresDatabase.builder(server.uri())
                        .patience(Duration.ofSeconds(20))
                        .build();
                PostgresSessionStore store = PostgresSessionStore.of(database)) {
            store.list();
            server.clear();
            try (SessionStore.Writer first = store.open("one")) {
                first.append(List.of(large(1)));
            }
            SessionStore.Writer writer = store.open("two");
            long before = server.count("SELECT deadlocks FROM pg_stat_database WHERE datname = 'postgres'");
            try (Connection other = server.connect();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("SET deadlock_timeout = '10min'"); // so that the append is the one that is undone
                statement.execute("SELECT FROM plumbline.attachment FOR UPDATE");
                CompletableFuture<Void> append = CompletableFuture.runAsync(
                        () -> writer.append(0, List.of(large(1)), LONG, Cancellation.create()));
                server.awaitBlocked();
                statement.execute("UPDATE plumbline.conversation SET until = until WHERE id = 'two'");
                other.commit();
                append.join();
            }
            assertThat(read(store, "two")).containsExactly(large(1));
            assertThat(Await.until(
                            () -> server.count("SELECT deadlocks FROM pg_stat_database WHERE datname = 'postgres'")
                                    > before,
                            LONG))
                    .as("there was a deadlock")
                    .isTrue();
            writer.close();
        }
    }
}
