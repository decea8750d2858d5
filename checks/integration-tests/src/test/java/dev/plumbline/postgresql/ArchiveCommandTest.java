package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.SessionStore;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The command that archives and deletes conversations every night. */
@Tag("slow")
class ArchiveCommandTest {
    private final PostgresServer database = PostgresServer.shared();

    @BeforeEach
    void conversations() {
        try (PostgresSessionStore sessions = PostgresSessionStore.at(database.uri())) {
            sessions.list();
            database.clear();
            for (int days : new int[] {1, 400}) {
                try (SessionStore.Writer writer = sessions.open("days-" + days)) {
                    writer.append(List.of(Json.object()
                            .with("namespace", "office")
                            .with(
                                    "at",
                                    Instant.now().minus(Duration.ofDays(days)).toString())));
                }
            }
        }
    }

    private record Ended(int status, String said) {}

    private Ended archive(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.plumbline.cli.Plumbline",
                "archive",
                database.uri()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @Test
    @DisplayName("PG53 the command line archives, lists, restores and deletes")
    void pg53_commandLine_archives() throws IOException, InterruptedException {
        assertThat(archive("--idle-days", "365", "--delete-days", "90"))
                .isEqualTo(new Ended(0, "archived 1\ndeleted 0\n"));
        assertThat(archive("--list").said()).contains("days-400").doesNotContain("days-1\n");
        assertThat(archive("--restore", "days-400")).isEqualTo(new Ended(0, "restored days-400\n"));
        assertThat(archive("--restore", "days-400")).isEqualTo(new Ended(1, "days-400 is not archived\n"));
        assertThat(archive("--idle-days", "365", "--namespace", "plant").said()).contains("archived 0");
        assertThat(archive("--idle-days", "365").said()).contains("archived 1");
        database.execute("UPDATE plumbline.conversation SET archived = archived - interval '91 days'");
        assertThat(archive("--delete-days", "90").said()).contains("deleted 1");
        assertThat(database.count("SELECT count(*) FROM plumbline.conversation"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("PG53 wrong use is one line that says what to do")
    void pg53_wrongUse_isNamed() throws IOException, InterruptedException {
        assertThat(archive().said()).contains("--idle-days").hasLineCount(1);
        assertThat(archive("--idle-days", "-1").status()).isEqualTo(2);
    }
}
