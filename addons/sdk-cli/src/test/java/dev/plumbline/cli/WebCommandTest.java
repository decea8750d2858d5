package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that opens a page, until it is ended. */
class WebCommandTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName(
            "AG8 the command prints the address of a page, serves without a model, and ends when it is interrupted")
    void ag8_command_printsTheAddress() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Thread command = new Thread(() -> Plumbline.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "web",
                "--journal",
                folder.resolve("chats").toString()));
        command.start();
        try {
            assertThat(Await.until(() -> out.toString().contains("/agent"), Duration.ofSeconds(60)))
                    .as("%s %s", out, err)
                    .isTrue();
            assertThat(out.toString()).containsPattern("Open http://127\\.0\\.0\\.1:\\d+/#[\\w-]{43}");
        } finally {
            command.interrupt();
        }
        assertThat(Await.until(() -> !command.isAlive(), Duration.ofSeconds(60)))
                .isTrue();
    }
}
