package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RequestLogArgumentsTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private int batch(ScriptedServer server, String... more) {
        Stream<String> asked = Stream.of(
                "batch",
                folder.resolve("in").toString(),
                folder.resolve("out").toString(),
                "--base-url",
                server.address().toString());
        return Plumbline.run(
                new PrintWriter(new StringWriter(), true),
                new PrintWriter(err, true),
                Stream.concat(asked, Arrays.stream(more)).toArray(String[]::new));
    }

    @Test
    @DisplayName("N25 --log-requests writes requests and answers into a file that only its owner reads")
    void n25_logRequests_writesAFile() throws IOException {
        Files.write(
                folder.resolve("in"),
                List.of(AiBody.of("Who is jane.doe@example.org?").toJson().text()));
        Path log = folder.resolve("logs").resolve("requests.txt");
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            server.otherwise(OpenAiChatScript.create().says("Nobody."));
            assertThat(batch(server, "--log-requests", log.toString(), "--curl"))
                    .as(err.toString())
                    .isZero();
        }

        assertThat(Files.readString(log))
                .contains("curl 'http", "Who is [MAIL]?", "answer ", "Nobody.")
                .doesNotContain("jane.doe");
        if (log.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(Files.getPosixFilePermissions(log))
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        }
    }

    @Test
    @DisplayName("N25 --curl without a log is refused")
    void n25_curlAlone_isRefused() throws IOException {
        Files.write(folder.resolve("in"), List.of(AiBody.of("Go.").toJson().text()));
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            assertThat(batch(server, "--curl")).isEqualTo(2);
        }
        assertThat(err.toString()).contains("--curl is for --log-requests");
    }
}
