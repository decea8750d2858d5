package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.postgresql.QueueDatabase;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code web} shows a run that several machines share, in a real browser. */
@Tag("external")
class QueueOnPageTest {
    private static final int BODIES = 12;

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();
    private final ScriptedServer provider = ScriptedServer.openAiChat();

    @BeforeEach
    void bodies() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        provider.otherwise(OpenAiChatScript.create().says("Yes.").repeats());
        Files.write(
                folder.resolve("in"),
                IntStream.range(0, BODIES)
                        .mapToObj(i -> AiBody.of("question " + i).toJson().text())
                        .toList());
    }

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
        provider.close();
        QueueDatabase.clear();
    }

    private Process plumbline(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.plumbline.cli.Plumbline"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        processes.add(process);
        return process;
    }

    private Process batch(String out) throws Exception {
        Process batch = plumbline(
                "batch",
                folder.resolve("in").toString(),
                folder.resolve(out).toString(),
                "--base-url",
                provider.address().toString(),
                "--queue",
                QueueDatabase.uri(),
                "--run",
                "evening",
                "--namespace",
                "office");
        Thread reader = new Thread(() -> batch.inputReader().lines().forEach(line -> {}));
        reader.setDaemon(true);
        reader.start();
        return batch;
    }

    private String page() throws Exception {
        Process web = plumbline(
                "web",
                "--journal",
                folder.resolve("chats").toString(),
                "--queue",
                QueueDatabase.uri(),
                "--run",
                "evening",
                "--run",
                "tomorrow",
                "--namespace",
                "office");
        BufferedReader out = web.inputReader(StandardCharsets.UTF_8);
        String said = String.valueOf(out.readLine());
        assertThat(said).startsWith("Open http");
        return said.substring("Open ".length());
    }

    @Test
    @DisplayName("AG65 the page shows how far a run of several machines is, from its beginning to its end")
    void ag65_queue_isShown() throws Exception {
        try (Browser browser = new Browser()) {
            Browser.Tab tab = browser.open(page());
            tab.awaitText("#runs", "evening");
            tab.awaitText("#runs", "0 workers");
            Process one = batch("one");
            Process other = batch("other");
            tab.awaitText("#runs", BODIES + " of " + BODIES + ", 0 failed");
            tab.awaitText("#runs", "tokens");
            assertThat(tab.text("#runs")).contains("tomorrow", "0 workers, 0 tokens");
            tab.screenshot(PageTest.SHOTS.resolve("queue.png"));
            assertThat(List.of(one.waitFor(), other.waitFor())).containsOnly(0);
            assertThat(provider.requests()).hasSize(BODIES);
        }
    }
}
