package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line shares a run between processes, as it does between machines. */
class BatchOverMachinesTest {
    private static final int BODIES = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final PostgresServer database = PostgresServer.shared();
    private final ScriptedServer provider = ScriptedServer.openAiChat();
    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void bodies() throws IOException {
        provider.otherwise(OpenAiChatScript.create().says("Yes.").repeats());
        Files.write(
                folder.resolve("in"),
                IntStream.range(0, BODIES)
                        .mapToObj(i -> AiBody.of("question " + i).toJson().text())
                        .toList());
    }

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
        provider.close();
    }

    private Process batch(String out) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.plumbline.cli.Plumbline",
                        "batch",
                        folder.resolve("in").toString(),
                        folder.resolve(out).toString(),
                        "--base-url",
                        provider.address().toString(),
                        "--queue",
                        database.uri(),
                        "--rate",
                        "6000",
                        "--parallel",
                        "2")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(out + ".log").toFile())
                .start();
        processes.add(process);
        return process;
    }

    private void requireAllResults(Process process, String out) throws IOException, InterruptedException {
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve(out + ".log")))
                .isZero();
        List<Json> results = Files.readAllLines(folder.resolve(out)).stream()
                .map(Json::parse)
                .toList();
        assertThat(results)
                .extracting(result -> result.get("line").asInt())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, BODIES).boxed().toList());
        assertThat(results)
                .allSatisfy(
                        result -> assertThat(result.at("/return/text").asText()).isEqualTo("Yes."));
    }

    @Test
    @DisplayName(
            "PG35 the same command joins a run, also after a death; each OUT has every result once, and no body is asked again")
    void pg35_batchOverMachines_hasEveryResultOnce() throws IOException, InterruptedException {
        Process dying = batch("dying");
        assertThat(Await.until(() -> provider.requests().size() > 3 || !dying.isAlive(), PATIENCE))
                .isTrue();
        dying.destroyForcibly().waitFor();
        database.execute("UPDATE plumbline.batch_item SET due = clock_timestamp()"); // as 60 seconds would
        Process one = batch("one");
        Process other = batch("other");
        requireAllResults(one, "one");
        requireAllResults(other, "other");
        assertThat(Files.readString(folder.resolve("one.log"))).contains(BODIES + " of " + BODIES, "tokens");
        int asked = provider.requests().size();
        assertThat(asked).isBetween(BODIES, BODIES + 2); // what was under way at the death is asked twice
        requireAllResults(batch("again"), "again");
        assertThat(provider.requests()).hasSize(asked);
    }
}
