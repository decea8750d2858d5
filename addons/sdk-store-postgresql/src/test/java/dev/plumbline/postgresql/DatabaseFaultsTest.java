package dev.plumbline.postgresql;

import static dev.plumbline.postgresql.ServerFaultsTest.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.conversation.SessionStore.WriterLostException;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the stores promise when other writers, roles, keys, locks and limits of the database are against them. */
@Tag("external")
class DatabaseFaultsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final PostgresServer server = PostgresServer.shared();
    private final PostgresDatabase database = PostgresDatabase.at(server.uri());
    private final PostgresSessionStore sessions = PostgresSessionStore.of(database);

    @BeforeEach
    void begin() {
        sessions.list();
        server.clear();
    }

    @AfterEach
    void end() {
        sessions.close();
        database.close();
    }

    private static PostgresDatabase as(String role) {
        return PostgresDatabase.at(
                PostgresServer.uri(role, PostgresServer.shared().port()));
    }

    private static void write(PostgresSessionStore store, String id, Json... records) {
        try (SessionStore.Writer writer = store.open(id)) {
            writer.append(List.of(records));
        }
    }

    private static List<Json> read(PostgresSessionStore store, String id) {
        try (Stream<Json> records = store.read(id)) {
            return records.toList();
        }
    }

    private static Json of(String namespace) {
        return Json.object().with("namespace", namespace);
    }

    @Test
    @DisplayName("PG12 of many programs that open a conversation at once, one gets it")
    void pg12_manyOpenAtOnce_oneGetsIt() {
        for (int round = 0; round < 5; round++) {
            String id = "contended " + round;
            List<Boolean> opened = ConcurrentRunner.run(4, number -> {
                try {
                    sessions.open(id, LONG, Cancellation.create());
                    return true;
                } catch (IllegalStateException refused) {
                    return false;
                }
            });
            assertThat(opened).containsOnlyOnce(true);
        }
    }

    @Test
    @DisplayName(
            "PG13 a lease that ended in mid-turn and was taken over costs the writer its next append, and changes nothing")
    void pg13_leaseLostInMidTurn_appendIsRefused() {
        SessionStore.Writer first = sessions.open("one");
        first.append(List.of(record(0)));
        server.execute("UPDATE plumbline.conversation SET until = clock_timestamp()");
        try (PostgresSessionStore other = PostgresSessionStore.at(server.uri());
                SessionStore.Writer next = other.open("one")) {
            assertThatThrownBy(() -> first.append(List.of(record(1))))
                    .isInstanceOf(WriterLostException.class)
                    .hasMessageContaining("conversation one");
            next.append(List.of(record(2)));
        }
        assertThat(read(sessions, "one")).containsExactly(record(0), record(2));
    }

    @Test
    @DisplayName("PG12 an opening that waited for another one gets a greater token")
    void pg12_openingThatWaited_getsAGreaterToken() throws Exception {
        write(sessions, "contended", of("office"));
        long before;
        CompletableFuture<Long> waited;
        try (Connection other = server.connect()) {
            other.setAutoCommit(false);
            try (Statement statement = other.createStatement()) {
                statement.execute("SELECT 1 FROM plumbline.conversation FOR UPDATE");
            }
            waited = CompletableFuture.supplyAsync(() -> {
                try (SessionStore.Writer writer = sessions.open("contended")) {
                    return writer.lease().token();
                }
            });
            server.awaitBlocked();
            try (Statement statement = other.createStatement();
                    ResultSet opened = statement.executeQuery("UPDATE plumbline.conversation"
                            + " SET token = nextval('plumbline.lease_token'), until = '-infinity' RETURNING token")) {
                opened.next();
                before = opened.getLong(1);
            }
            other.commit();
        }
        assertThat(waited.get()).isGreaterThan(before);
    }

    @Test
    @DisplayName("PG14 machines whose clocks are an hour wrong get and lose leases by the time of the server")
    void pg14_clockSkew_leasesFollowTheServer() {
        try (PostgresDatabase early = skewed(Duration.ofHours(-1));
                PostgresDatabase late = skewed(Duration.ofHours(1));
                SessionStore.Writer writer = PostgresSessionStore.of(early).open("one")) {
            assertThatThrownBy(() -> PostgresSessionStore.of(late).open("one"))
                    .isInstanceOf(IllegalStateException.class);
            writer.append(List.of(record(0)));
            assertThatThrownBy(() -> PostgresSessionStore.of(late).open("one"))
                    .isInstanceOf(IllegalStateException.class);
            writer.renew(LONG, Cancellation.create());
            assertThatThrownBy(() -> PostgresSessionStore.of(late).open("one"))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(writer.lease().until())
                    .as("in the time of the machine, which plans its renewal by it")
                    .isBefore(Instant.now().minus(Duration.ofMinutes(50)));
            server.execute("UPDATE plumbline.conversation SET until = clock_timestamp()");
            SessionStore.Writer next = PostgresSessionStore.of(late).open("one");
            assertThatThrownBy(() -> writer.append(List.of(record(1)))).isInstanceOf(WriterLostException.class);
            next.close();
        }
    }

    private PostgresDatabase skewed(Duration by) {
        return PostgresDatabase.builder(server.uri())
                .clock(() -> Instant.now().plus(by))
                .build();
    }

    @Test
    @DisplayName("PG15 a server without a free connection is named as the cause, and used again when it has one")
    void pg15_serverOutOfConnections_isNamed() throws SQLException {
        server.role("limited", "office");
        server.execute("ALTER ROLE limited CONNECTION LIMIT 1");
        try (PostgresDatabase second = impatient("limited")) {
            PostgresSessionStore crowded = PostgresSessionStore.of(second);
            try (PostgresDatabase holding = as("limited")) {
                PostgresSessionStore.of(holding).list();
                assertThatThrownBy(crowded::list)
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining("53300")
                        .hasMessageContaining("max_connections");
            }
            assertThat(Await.until(() -> isListed(crowded), LONG)).isTrue(); // when the server has noticed the end
        }
    }

    @Test
    @DisplayName("PG16 a program whose connections are all in use waits for one, and no longer than its limit")
    void pg16_allConnectionsInUse_endsWithTheLimit() throws SQLException {
        try (PostgresDatabase narrow =
                        PostgresDatabase.builder(server.uri()).connections(1).build();
                Connection blocking = server.connect();
                Statement statement = blocking.createStatement()) {
            PostgresSessionStore store = PostgresSessionStore.of(narrow);
            write(store, "one", record(0));
            blocking.setAutoCommit(false);
            statement.execute("SELECT FROM plumbline.conversation FOR UPDATE");
            Cancellation cancellation = Cancellation.create();
            List<String> ended = ConcurrentRunner.run(2, number -> {
                if (number == 0) {
                    return outcome(() -> store.open("one", LONG, cancellation));
                }
                String second = outcome(() -> {
                    server.awaitBlocked();
                    store.list(Duration.ofMillis(300), Cancellation.create());
                });
                cancellation.cancel("the test says so");
                return second;
            });
            assertThat(ended).containsExactly("CANCELLED", "TIMEOUT_TOTAL");
            blocking.rollback();
            assertThat(store.list()).hasSize(1);
        }
    }

    private static PostgresDatabase impatient(String role) {
        return PostgresDatabase.builder(
                        PostgresServer.uri(role, PostgresServer.shared().port()))
                .patience(Duration.ofSeconds(5))
                .build();
    }

    private static String outcome(Runnable operation) {
        try {
            operation.run();
            return "success";
        } catch (AiException e) {
            return e.error().category().name();
        }
    }

    @Test
    @DisplayName("PG17 a lock that somebody holds forever costs an append a named error, and nothing is stored")
    void pg17_lockHeld_appendIsRefusedInTime() throws SQLException {
        server.role("hasty", "office");
        server.execute("ALTER TABLE plumbline.conversation DISABLE ROW LEVEL SECURITY");
        try (PostgresDatabase quick = impatient("hasty");
                Connection blocking = server.connect();
                Statement statement = blocking.createStatement()) {
            SessionStore.Writer writer = PostgresSessionStore.of(quick).open("one");
            writer.append(List.of(of("office")));
            blocking.setAutoCommit(false);
            statement.execute("SELECT FROM plumbline.conversation FOR UPDATE");
            assertThatThrownBy(() -> writer.append(List.of(record(1))))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("55P03");
            blocking.rollback();
            writer.append(List.of(record(2)));
            assertThat(read(sessions, "one")).containsExactly(of("office"), record(2));
            writer.close();
        } finally {
            server.execute("ALTER TABLE plumbline.conversation ENABLE ROW LEVEL SECURITY");
        }
    }

    @Test
    @DisplayName("PG18 a database that serializes transactions ends some of them; each is repeated, and counted once")
    void pg18_serializationFailures_areRepeated() {
        server.role("serial", "office");
        server.execute("ALTER ROLE serial SET default_transaction_isolation = 'serializable'");
        try (PostgresDatabase strict = as("serial")) {
            BudgetStore budgets = PostgresBudgetStore.of(strict);
            BudgetStore.Budget budget = new BudgetStore.Budget("calls", 30, Duration.ZERO);
            PostgresSessionStore store = PostgresSessionStore.of(strict);
            List<Integer> granted = ConcurrentRunner.run(4, number -> {
                int taken = 0;
                try (SessionStore.Writer writer = store.open("conversation " + number)) {
                    for (int i = 0; i < 15; i++) {
                        taken += budgets.take(budget, BudgetStore.Amount.of(1)).isGranted() ? 1 : 0;
                        writer.append(List.of(of("office")));
                    }
                }
                return taken;
            });
            assertThat(granted.stream().mapToInt(Integer::intValue).sum()).isEqualTo(30);
            assertThat(server.count("SELECT count(*) FROM plumbline.record")).isEqualTo(60);
        }
    }

    @Test
    @DisplayName("PG18 an operation that the server undoes because another one was first is repeated")
    void pg18_overtakenOperation_isRepeated() throws SQLException {
        server.role("serial", "office");
        server.execute("ALTER ROLE serial SET default_transaction_isolation = 'serializable'");
        try (PostgresDatabase strict = as("serial");
                Connection first = server.connect();
                Statement statement = first.createStatement()) {
            BudgetStore budgets = PostgresBudgetStore.of(strict);
            BudgetStore.Budget budget = new BudgetStore.Budget("calls", 30, Duration.ZERO);
            budgets.take(budget, BudgetStore.Amount.of(1));
            first.setAutoCommit(false);
            statement.execute("UPDATE plumbline.budget SET level = level + 1");
            CompletableFuture<Long> left = CompletableFuture.supplyAsync(
                    () -> budgets.take(budget, BudgetStore.Amount.of(1)).left());
            server.awaitBlocked();
            first.commit();
            assertThat(left.join()).isEqualTo(27);
        }
    }

    @Test
    @DisplayName("PG19 a rotated password is used for the next connection; the old one is refused by name, without it")
    void pg19_passwordRotated_isUsed() {
        server.role("locked", "office");
        server.execute("ALTER ROLE locked PASSWORD 'first'");
        AtomicReference<String> password = new AtomicReference<>("first");
        try (PostgresDatabase rotating = PostgresDatabase.builder(PostgresServer.uri("locked", server.port()))
                .password(Secret.from(() -> password.get().toCharArray()))
                .build()) {
            PostgresSessionStore store = PostgresSessionStore.of(rotating);
            assertThat(store.list()).isEmpty();
            server.execute("ALTER ROLE locked PASSWORD 'second'");
            endConnections("locked");
            assertThatThrownBy(store::list)
                    .hasMessageContaining("28P01")
                    .hasMessageContaining("password")
                    .hasMessageNotContaining("first");
            password.set("second");
            assertThat(Await.until(() -> isListed(store), LONG)).isTrue(); // the pool may still report the old password
        }
    }

    private static boolean isListed(PostgresSessionStore store) {
        try {
            return store.list().isEmpty();
        } catch (UncheckedIOException refused) {
            return false;
        }
    }

    private void endConnections(String role) {
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + role + "'");
        assertThat(Await.until(
                        () -> server.count("SELECT count(*) FROM pg_stat_activity WHERE usename = '" + role + "'") == 0,
                        LONG))
                .isTrue();
    }

    @Test
    @DisplayName("PG20 a role sees, reads, opens, deletes and sets the conversations of its namespaces alone")
    void pg20_namespaces_areIsolated() throws SQLException {
        server.role("alice", "office");
        server.role("bob", "plant");
        try (PostgresDatabase alice = as("alice");
                PostgresDatabase bob = as("bob")) {
            PostgresSessionStore office = PostgresSessionStore.of(alice);
            PostgresSessionStore plant = PostgresSessionStore.of(bob);
            write(office, "one", of("office"), record(1));
            write(plant, "two", of("plant"));
            assertThat(ids(office)).containsExactly("one");
            assertThat(ids(plant)).containsExactly("two");
            assertThat(read(plant, "one")).isEmpty();
            plant.delete("one");
            assertThatThrownBy(() -> plant.open("one"))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("grant_namespace");
            assertThatThrownBy(() -> write(plant, "three", of("office"))).hasMessageContaining("42501");
            assertThat(read(office, "one")).containsExactly(of("office"), record(1));
            assertThat(ids(sessions)).containsExactlyInAnyOrder("one", "two");
            server.execute("INSERT INTO plumbline.response (hash, namespace, key, model, tags, entry)"
                    + " VALUES ('a', 'office', 'a', 'm', '{}', 'a')");
            server.execute("INSERT INTO plumbline.set_aside (conversation, position, body)"
                    + " SELECT conversation, position, body FROM plumbline.record");
            for (String table : List.of("record", "set_aside")) {
                assertThat(server.rowsAs("alice", "SELECT FROM plumbline." + table))
                        .isEqualTo(2);
                assertThat(server.rowsAs("bob", "SELECT FROM plumbline." + table))
                        .isEqualTo(1);
            }
            assertThat(server.rowsAs("alice", "SELECT FROM plumbline.response")).isEqualTo(1);
            assertThat(server.rowsAs("bob", "SELECT FROM plumbline.response")).isZero();
        }
    }

    private static List<String> ids(PostgresSessionStore store) {
        return store.list().stream().map(SessionStore.StoredSession::id).toList();
    }

    @Test
    @DisplayName(
            "PG21 another key, a plain store, and a record that was moved are refused as damage, and nothing is shown")
    void pg21_otherKeyOrMovedRecord_isDamage() {
        PostgresSessionStore sealed = sessions.withKey(EncryptedPostgresSessionStoreLawsTest.KEY);
        write(sealed, "one", Json.object().with("text", "canary"), record(1));
        Secret other = Secret.of("fedcba9876543210fedcba9876543210".toCharArray());
        for (PostgresSessionStore wrong : List.of(sessions.withKey(other), sessions)) {
            assertThatThrownBy(() -> read(wrong, "one"))
                    .isInstanceOf(DamagedSessionException.class)
                    .hasMessageNotContaining("canary");
        }
        assertThat(server.count("SELECT count(*) FROM plumbline.record WHERE position('canary'::bytea IN body) > 0"))
                .isZero();
        server.execute("UPDATE plumbline.record SET position = 5 WHERE position = 0;"
                + " UPDATE plumbline.record SET position = 0 WHERE position = 1;"
                + " UPDATE plumbline.record SET position = 1 WHERE position = 5");
        assertThatThrownBy(() -> read(sealed, "one")).isInstanceOf(DamagedSessionException.class);
        write(sessions, "plain", record(0));
        assertThatThrownBy(() -> read(sealed, "plain"))
                .as("who can write to the database cannot put a plain record in place of an encrypted one")
                .isInstanceOf(DamagedSessionException.class);
    }

    @Test
    @DisplayName("PG22 a record that is missing is damage, and not a shorter conversation")
    void pg22_recordMissing_isDamage() {
        write(sessions, "one", record(0), record(1), record(2));
        server.execute("DELETE FROM plumbline.record WHERE position = 1");
        assertThatThrownBy(() -> read(sessions, "one"))
                .isInstanceOfSatisfying(
                        DamagedSessionException.class,
                        e -> assertThat(e.position()).isEqualTo(1));
    }

    @Test
    @DisplayName("PG23 pages of the list have every conversation once, newest first")
    void pg23_pages_haveEveryConversationOnce() {
        for (int i = 0; i < 7; i++) {
            String at = "2030-01-0" + (1 + i / 2) + "T00:00:00Z";
            write(sessions, "id " + i, of(i % 2 == 0 ? "office" : "plant").with("at", at));
        }
        assertThat(pages(SessionListing.first(2)))
                .containsExactlyElementsOf(ids(sessions))
                .hasSize(7);
        assertThat(pages(SessionListing.first(3).of("office"))).containsExactly("id 6", "id 4", "id 2", "id 0");
        assertThatThrownBy(() -> SessionListing.first(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("PG36 an archived conversation is not listed, read or opened, and comes back whole")
    void pg36_archived_comesBackWhole() {
        write(sessions, "one", of("office"), record(1));
        server.execute("UPDATE plumbline.conversation SET archived = now() WHERE until <= now()");
        assertThat(sessions.list()).isEmpty();
        assertThat(read(sessions, "one")).isEmpty();
        assertThatThrownBy(() -> sessions.open("one"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("archived");
        server.execute("UPDATE plumbline.conversation SET archived = NULL");
        assertThat(read(sessions, "one")).containsExactly(of("office"), record(1));
        sessions.open("one").close();
    }

    private List<String> pages(SessionListing first) {
        List<String> ids = new ArrayList<>();
        SessionListing next = first;
        List<SessionStore.StoredSession> page = sessions.list(next, LONG, Cancellation.create());
        while (!page.isEmpty()) {
            page.forEach(session -> ids.add(session.id()));
            next = next.after(page.get(page.size() - 1));
            page = sessions.list(next, LONG, Cancellation.create());
        }
        return ids;
    }
}
