package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Archive and retention: which conversations are taken, what becomes of them, and who may do it. */
class PostgresArchiveTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration YEAR = Duration.ofDays(365);

    private final PostgresServer server = PostgresServer.shared();
    private final PostgresDatabase database = PostgresDatabase.at(server.uri());
    private final PostgresSessionStore sessions = PostgresSessionStore.of(database);
    private final PostgresArchive archive = PostgresArchive.of(database);

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

    private static Json of(String namespace, Duration age) {
        return AttachmentsTest.message(namespace, AttachmentsTest.picture(1, 5_000))
                .with("at", Instant.now().minus(age).toString());
    }

    private static void write(PostgresSessionStore store, String id, Json... records) {
        try (SessionStore.Writer writer = store.open(id)) {
            writer.append(List.of(records));
        }
    }

    private List<Json> read(String id) {
        try (Stream<Json> records = sessions.read(id)) {
            return records.toList();
        }
    }

    private static List<String> ids(List<SessionStore.StoredSession> listed) {
        return listed.stream().map(SessionStore.StoredSession::id).toList();
    }

    private List<String> archived() {
        return ids(archive.list(SessionListing.first(1000), LONG, Cancellation.create()));
    }

    private long archiveUnused(PostgresArchive of) {
        return of.archiveUnused(YEAR, LONG, Cancellation.create());
    }

    private long deleteArchived(PostgresArchive of) {
        return of.deleteArchived(YEAR, LONG, Cancellation.create());
    }

    private void let(Duration pass) {
        server.execute(
                "UPDATE plumbline.conversation SET archived = archived - interval '" + pass.toSeconds() + " seconds'");
    }

    @Test
    @DisplayName("PG43 what nobody has written for longer than the age is archived; what is open or newer is not")
    void pg43_unused_isArchived() {
        write(sessions, "old", of("office", YEAR.plusDays(1)));
        write(sessions, "newer", of("office", YEAR.minusDays(1)));
        SessionStore.Writer open = sessions.open("open");
        open.append(List.of(of("office", YEAR.plusDays(1))));
        assertThat(archiveUnused(archive)).isEqualTo(1);
        assertThat(archived()).containsExactly("old");
        assertThat(ids(sessions.list())).containsExactlyInAnyOrder("newer", "open");
        assertThatThrownBy(() -> archive.archive("open", LONG, Cancellation.create()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("open for writing in");
        open.close();
        assertThat(archiveUnused(archive)).isEqualTo(1);
        assertThat(archiveUnused(archive)).isZero();
    }

    @Test
    @DisplayName("PG44 a restored conversation has everything that it had, and can be written again")
    void pg44_restored_isWhole() {
        Json first = of("office", YEAR);
        write(sessions, "one", first);
        assertThat(archive.archive("one", LONG, Cancellation.create())).isTrue();
        assertThat(archive.archive("one", LONG, Cancellation.create())).isFalse();
        assertThat(read("one")).isEmpty();
        assertThatThrownBy(() -> sessions.open("one")).hasMessageContaining("archived");
        assertThat(archive.restore("one", LONG, Cancellation.create())).isTrue();
        assertThat(archive.restore("one", LONG, Cancellation.create())).isFalse();
        assertThat(archive.restore("none", LONG, Cancellation.create())).isFalse();
        write(sessions, "one", first);
        assertThat(read("one")).containsExactly(first, first);
    }

    @Test
    @DisplayName("PG45 what was archived longer ago than the age is deleted with all that belongs to it, in parts")
    void pg45_retention_deletesEverything() {
        for (int i = 0; i < 230; i++) { // more than two parts
            write(sessions, "id " + i, of("office", YEAR.plusDays(1)));
        }
        try (SessionStore.Writer writer = sessions.open("id 7")) {
            writer.setAside(0);
            writer.append(List.of(of("office", YEAR.plusDays(1))));
        }
        write(sessions, "kept", of("office", Duration.ofDays(1)));
        assertThat(archiveUnused(archive)).isEqualTo(230);
        assertThat(deleteArchived(archive)).as("archived a moment ago").isZero();
        let(YEAR.plusHours(1));
        assertThat(deleteArchived(archive)).isEqualTo(230);
        assertThat(archived()).isEmpty();
        assertThat(ids(sessions.list())).containsExactly("kept");
        assertThat(server.count("SELECT count(*) FROM plumbline.record")).isEqualTo(1);
        assertThat(server.count("SELECT count(*) FROM plumbline.set_aside")).isZero();
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment_use"))
                .isEqualTo(1);
        sessions.delete("kept");
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isZero();
    }

    @Test
    @DisplayName("PG45 ages below an hour are refused, and a cancelled operation ends")
    void pg45_badAges_areRefused() {
        assertThatThrownBy(() -> archive.archiveUnused(Duration.ofMinutes(59), LONG, Cancellation.create()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT59M");
        Cancellation cancelled = Cancellation.create();
        cancelled.cancel("the test says so");
        assertThatThrownBy(() -> archive.deleteArchived(YEAR, LONG, cancelled)).isInstanceOf(AiException.class);
    }

    @Test
    @DisplayName("PG46 roles archive and delete the conversations of their namespaces alone, and leave nothing behind")
    void pg46_roles_archiveTheirOwn() {
        server.role("alice", "office", "plant");
        write(sessions, "office", of("office", YEAR.plusDays(1)));
        write(sessions, "plant", of("plant", YEAR.plusDays(1)));
        write(sessions, "other", of("other", YEAR.plusDays(1)));
        try (PostgresDatabase alice = PostgresDatabase.at(PostgresServer.uri("alice", server.port()))) {
            PostgresArchive own = PostgresArchive.of(alice);
            assertThat(archiveUnused(own.withNamespace("office"))).isEqualTo(1);
            assertThat(archived()).containsExactly("office");
            assertThat(archiveUnused(own)).isEqualTo(1);
            assertThat(ids(own.withNamespace("plant").list(SessionListing.first(9), LONG, Cancellation.create())))
                    .containsExactly("plant");
            assertThat(own.restore("other", LONG, Cancellation.create())).isFalse();
            archiveUnused(archive);
            let(YEAR.plusHours(1));
            assertThat(deleteArchived(own)).isEqualTo(2);
        }
        assertThat(archived()).containsExactly("other");
        assertThat(server.count("SELECT count(*) FROM plumbline.record")).isEqualTo(1);
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "PG47 a conversation that a role deletes leaves no record behind, and what older programs left is found")
    void pg47_deletionByARole_leavesNothing() {
        server.role("alice", "office");
        try (PostgresDatabase alice = PostgresDatabase.at(PostgresServer.uri("alice", server.port()))) {
            PostgresSessionStore office = PostgresSessionStore.of(alice);
            write(office, "one", of("office", YEAR), of("office", YEAR));
            office.delete("one");
        }
        assertThat(server.count("SELECT count(*) FROM plumbline.record")).isZero();
        write(sessions, "two", of("office", YEAR), of("office", YEAR));
        server.execute("INSERT INTO plumbline.record SELECT -1, position, body FROM plumbline.record");
        assertThat(archive.deleteUnreachable(LONG, Cancellation.create())).isEqualTo(2);
        assertThat(read("two")).hasSize(2);
    }

    @Test
    @DisplayName("PG48 two jobs at the same time archive and delete each conversation once")
    void pg48_twoJobs_shareTheWork() {
        for (int i = 0; i < 150; i++) {
            write(sessions, "id " + i, of("office", YEAR.plusDays(1)));
        }
        List<Long> archivedByEach = ConcurrentRunner.run(3, number -> archiveUnused(archive));
        assertThat(archivedByEach.stream().mapToLong(Long::longValue).sum()).isEqualTo(150);
        let(YEAR.plusHours(1));
        List<Long> deletedByEach = ConcurrentRunner.run(3, number -> deleteArchived(archive));
        assertThat(deletedByEach.stream().mapToLong(Long::longValue).sum()).isEqualTo(150);
        assertThat(server.count("SELECT count(*) FROM plumbline.attachment")).isZero();
    }

    @Test
    @DisplayName("PG48 a conversation that another job holds is left to it, and nobody waits for it")
    void pg48_heldByAnotherJob_isLeftToIt() throws SQLException {
        for (int i = 0; i < 3; i++) {
            write(sessions, "id " + i, of("office", YEAR.plusDays(1)));
        }
        try (Connection other = server.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT FROM plumbline.conversation WHERE id = 'id 1' FOR UPDATE");
            assertThat(archiveUnused(archive)).isEqualTo(2);
            other.rollback();
            assertThat(archiveUnused(archive)).isEqualTo(1);
            let(YEAR.plusHours(1));
            statement.execute("SELECT FROM plumbline.conversation WHERE id = 'id 1' FOR UPDATE");
            assertThat(deleteArchived(archive)).isEqualTo(2);
            other.rollback();
            assertThat(deleteArchived(archive)).isEqualTo(1);
        }
    }
}
