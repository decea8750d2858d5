package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Schemas that are older, newer, or changed. Each test has a database of its own. */
class SchemaMigratorTest {
    private final PostgresServer server = PostgresServer.shared();
    private final String uri = PostgresServer.uri("postgres", server.port(), "schema");

    @BeforeEach
    void create() {
        server.execute("CREATE DATABASE schema");
    }

    @AfterEach
    void drop() {
        server.execute("DROP DATABASE schema WITH (FORCE)");
    }

    private int use() {
        try (PostgresSessionStore sessions = PostgresSessionStore.at(uri)) {
            return sessions.list().size();
        }
    }

    private void change(String sql) {
        try (PostgresDatabase database = PostgresDatabase.at(uri)) {
            database.run(
                    database.limit(
                            dev.plumbline.conversation.SessionStore.NO_LIMIT, dev.plumbline.call.Cancellation.create()),
                    connection -> {
                        try (var statement = connection.createStatement()) {
                            return statement.executeUpdate(sql);
                        }
                    });
        }
    }

    @Test
    @DisplayName("PG24 an older schema is migrated once, also when many programs start at the same time")
    void pg24_olderSchema_isMigratedOnce() {
        List<Integer> seen = ConcurrentRunner.run(6, number -> use());
        assertThat(seen).containsOnly(0).hasSize(6);
        for (int version = 1; version < 3; version++) {
            older(version);
            assertThat(ConcurrentRunner.run(3, number -> use())).containsOnly(1).hasSize(3);
            change("UPDATE plumbline.batch_item SET namespace = namespace");
        }
    }

    /** Makes a schema as an older program has left it, with a conversation and a role that has rights. */
    private void older(int version) {
        server.role("elder");
        StringBuilder sql = new StringBuilder("DROP SCHEMA plumbline CASCADE; CREATE SCHEMA plumbline;"
                + " CREATE TABLE plumbline.schema_script (version integer PRIMARY KEY, sha256 text NOT NULL,"
                + " applied timestamptz NOT NULL DEFAULT clock_timestamp());");
        for (int i = 1; i <= version; i++) {
            sql.append(SchemaMigrator.text(i))
                    .append("INSERT INTO plumbline.schema_script VALUES (" + i + ", '" + SchemaMigrator.sha256(i)
                            + "');");
        }
        sql.append("SELECT plumbline.grant_namespace('elder', 'office');"
                + " INSERT INTO plumbline.conversation (id, namespace, position, token, opening, holder_process, until)"
                + " VALUES ('one', 'office', 1, 1, 1, 1, '-infinity');"
                + " INSERT INTO plumbline.record SELECT key, 0, '\\x007b7d' FROM plumbline.conversation");
        server.execute("schema", sql.toString());
    }

    @Test
    @DisplayName("PG49 roles that had rights in an older schema have those of the newer one, and read what is there")
    void pg49_rights_areMigrated() {
        use();
        for (int version = 1; version < 3; version++) {
            older(version);
            use();
            try (PostgresDatabase elder = PostgresDatabase.at(PostgresServer.uri("elder", server.port(), "schema"));
                    BatchQueue queue = BatchQueue.of(elder, "nightly").withNamespace("office");
                    Stream<Json> records = PostgresSessionStore.of(elder).read("one")) {
                assertThat(records).containsExactly(Json.object());
                queue.add(BatchQueueTest.items(1));
                assertThat(queue.claim("elder", 1)).hasSize(1);
            }
        }
    }

    @Test
    @DisplayName("PG25 a newer schema is refused by its number, and left as it is")
    void pg25_newerSchema_isRefused() {
        use();
        change("INSERT INTO plumbline.schema_script (version, sha256) VALUES (99, 'x')");
        assertThatThrownBy(this::use)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("newer Plumbline");
    }

    @Test
    @DisplayName("PG26 a schema made by another script is refused by its number")
    void pg26_changedScript_isRefused() {
        use();
        change("UPDATE plumbline.schema_script SET sha256 = 'x' WHERE version = 1");
        assertThatThrownBy(this::use)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("another script of version 1");
    }

    @Test
    @DisplayName("PG27 a database that does not exist, an address with a password, and one of another form are named")
    void pg27_wrongAddresses_areNamed() {
        assertThatThrownBy(() -> PostgresSessionStore.at(server.uri() + "none").list())
                .hasMessageContaining("3D000");
        assertThatThrownBy(() -> PostgresDatabase.at("postgresql://me:canary@host/db"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PGPASSWORD")
                .hasMessageNotContaining("canary");
        assertThatThrownBy(() -> PostgresDatabase.at("mysql://host/db")).hasMessageContaining("another scheme");
        assertThatThrownBy(() -> PostgresDatabase.at("postgresql://host")).hasMessageContaining("names no database");
    }
}
