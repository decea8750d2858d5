package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.testkit.ConcurrentRunner;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Schemas that are older, newer, or changed. Each test has a database of its own. */
class SchemaMigrationTest {
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
        try (PostgresSessions sessions = PostgresSessions.at(uri)) {
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
        change("DROP TABLE plumbline.batch_item; DROP SEQUENCE plumbline.batch_token, plumbline.batch_finished;"
                + " DELETE FROM plumbline.schema_script WHERE version = 2");
        assertThat(ConcurrentRunner.run(3, number -> use())).containsOnly(0).hasSize(3);
        change("UPDATE plumbline.batch_item SET line = line");
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
        assertThatThrownBy(() -> PostgresSessions.at(server.uri() + "none").list())
                .hasMessageContaining("3D000");
        assertThatThrownBy(() -> PostgresDatabase.at("postgresql://me:canary@host/db"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PGPASSWORD")
                .hasMessageNotContaining("canary");
        assertThatThrownBy(() -> PostgresDatabase.at("mysql://host/db")).hasMessageContaining("another scheme");
        assertThatThrownBy(() -> PostgresDatabase.at("postgresql://host")).hasMessageContaining("names no database");
    }
}
