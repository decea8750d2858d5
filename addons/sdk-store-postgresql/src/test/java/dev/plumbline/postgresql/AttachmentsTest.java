package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.conversation.SessionStore.DamagedSessionException;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large blobs of records: stored once in a namespace, apart from the records, and deleted with the last use. */
class AttachmentsTest {
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

    static Json picture(long seed, int bytes) {
        byte[] content = new byte[bytes];
        new Random(seed).nextBytes(content);
        return Json.object()
                .with("type", "image")
                .with("mediaType", "image/png")
                .with("base64", Base64.getEncoder().encodeToString(content));
    }

    static Json message(String namespace, Json... parts) {
        return Json.object()
                .with("namespace", namespace)
                .with("entry", Json.object().with("parts", List.of(parts)));
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

    private PostgresSessionStore store(boolean isEncrypted) {
        return isEncrypted ? sessions.withKey(EncryptedPostgresSessionStoreLawsTest.KEY) : sessions;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("PG37 a blob of many records and conversations of a namespace is stored once, and read as it was")
    void pg37_sameBlob_isStoredOnce(boolean isEncrypted) {
        PostgresSessionStore store = store(isEncrypted);
        Json first = message("office", picture(1, 100_000), picture(2, 50_000), picture(1, 100_000));
        Json second = message("office", picture(2, 50_000));
        for (String id : List.of("one", "two", "three")) {
            write(store, id, first, second);
            assertThat(read(store, id)).containsExactly(first, second);
        }
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isEqualTo(2);
        assertThat(server.count("SELECT sum(length(body)) FROM plumbline.attachment"))
                .isBetween(150_000L, 150_100L);
        assertThat(server.count("SELECT sum(length(body)) FROM plumbline.record"))
                .isLessThan(6_000);
        write(store, "four", message("plant", picture(1, 100_000)));
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment"))
                .as("namespaces share nothing")
                .isEqualTo(3);
        try (SessionStore.Writer writer = store.open("one")) {
            writer.append(List.of(second)); // a writer that did not write the first record
        }
        assertThat(read(store, "one")).containsExactly(first, second, second);
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isEqualTo(3);
    }

    @Test
    @DisplayName("PG38 a blob is deleted with the last conversation that uses it, and not before")
    void pg38_lastUse_deletesIt() {
        Json shared = message("office", picture(1, 10_000));
        write(sessions, "one", shared, message("office", picture(2, 10_000)));
        write(sessions, "two", shared);
        sessions.delete("one");
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isEqualTo(1);
        assertThat(read(sessions, "two")).containsExactly(shared);
        sessions.delete("two");
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isZero();
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment_use"))
                .isZero();
    }

    @Test
    @DisplayName("PG38 records that were set aside keep their blobs until the conversation is deleted")
    void pg38_setAside_keepsThem() {
        Json shared = message("office", picture(1, 10_000));
        write(sessions, "one", message("office"), shared);
        write(sessions, "two", shared);
        try (SessionStore.Writer writer = sessions.open("one")) {
            writer.setAside(0);
            writer.append(List.of(message("plant", picture(1, 10_000))));
        }
        sessions.delete("two");
        assertThat(read(sessions, "one")).containsExactly(message("plant", picture(1, 10_000)));
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment WHERE namespace = 'office'"))
                .isEqualTo(1);
        sessions.delete("one");
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isZero();
    }

    @Test
    @DisplayName("PG39 writers and deletions of the same blob at the same time leave no blob behind and lose none")
    void pg39_writersAndDeletions_loseNothing() {
        for (int round = 0; round < 12; round++) {
            int number = round;
            ConcurrentRunner.run(4, worker -> {
                String id = "conversation " + worker;
                for (int i = 0; i < 6; i++) {
                    write(sessions, id, message("office", picture(number, 8_000), picture(i % 2, 8_000)));
                    assertThat(read(sessions, id))
                            .containsExactly(message("office", picture(number, 8_000), picture(i % 2, 8_000)));
                    sessions.delete(id);
                }
                return worker;
            });
            assertThat(server.count("SELECT count(*) FROM plumbline.attachment"))
                    .as("round " + round)
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("PG40 a blob that is missing, changed or exchanged for another is damage, and nothing of it is shown")
    void pg40_damagedBlob_isDamage(boolean isEncrypted) {
        PostgresSessionStore store = store(isEncrypted);
        write(store, "one", message("office", picture(1, 10_000)), message("office", picture(2, 10_000)));
        String[] damages = {
            "UPDATE plumbline.attachment SET body = set_byte(body, 5000, 255 - get_byte(body, 5000))",
            "UPDATE plumbline.attachment SET body = (SELECT max(body) FROM plumbline.attachment)",
            "UPDATE plumbline.attachment SET body = ''",
            "DELETE FROM plumbline.attachment_use; DELETE FROM plumbline.attachment"
        };
        for (String damage : damages) {
            server.execute(damage);
            assertThatThrownBy(() -> read(store, "one"))
                    .as(damage)
                    .isInstanceOf(DamagedSessionException.class)
                    .hasMessageContaining("attachment of record");
        }
    }

    @Test
    @DisplayName("PG41 a role neither sees, changes nor finds out the blobs of other namespaces, and deletes its own")
    void pg41_blobs_areOfTheirNamespace() throws SQLException {
        server.role("alice", "office");
        server.role("bob", "plant");
        Json plan = message("office", picture(1, 10_000));
        try (PostgresDatabase alice = PostgresDatabase.at(PostgresServer.uri("alice", server.port()));
                PostgresDatabase bob = PostgresDatabase.at(PostgresServer.uri("bob", server.port()))) {
            PostgresSessionStore office = PostgresSessionStore.of(alice);
            write(office, "one", plan);
            write(PostgresSessionStore.of(bob), "two", message("plant", picture(1, 10_000)));
            String[] reads = {
                "SELECT * FROM plumbline.attachment WHERE namespace = 'office'",
                "SELECT * FROM plumbline.attachment_use WHERE namespace = 'office'",
                "UPDATE plumbline.attachment SET body = '' WHERE namespace = 'office' RETURNING 1"
            };
            for (String sql : reads) {
                assertThat(server.rowsAs("bob", sql)).as(sql).isZero();
            }
            assertThatThrownBy(() -> server.rowsAs(
                            "bob",
                            "INSERT INTO plumbline.attachment_use"
                                    + " SELECT key, 'office', '\\x00' FROM plumbline.conversation RETURNING 1"))
                    .as("which would say whether the namespace has such a blob")
                    .hasMessageContaining("row-level security");
            assertThat(read(office, "one")).containsExactly(plan);
            office.delete("one");
        }
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isEqualTo(1);
    }

    @Test
    @DisplayName("PG42 encrypted blobs have names that only the key can make")
    void pg42_namesOfEncryptedBlobs_needTheKey() {
        Json plan = message("office", picture(1, 10_000));
        write(sessions, "plain", plan);
        write(store(true), "sealed", plan);
        assertThat(server.count("SELECT count(DISTINCT digest) FROM plumbline.attachment"))
                .isEqualTo(2);
        assertThat(server.count(
                        "SELECT count(*) FROM plumbline.attachment" + " WHERE digest = sha256(substring(body FROM 2))"))
                .as("the plain one alone")
                .isEqualTo(1);
        assertThat(read(store(true), "sealed")).containsExactly(plan);
    }
}
