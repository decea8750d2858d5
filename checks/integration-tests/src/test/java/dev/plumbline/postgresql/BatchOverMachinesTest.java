package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line shares a run between processes, as it does between machines. */
@Tag("slow")
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
        assertThat(QueueDatabase.uri()).isEqualTo(database.uri()); // has its tables now
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
        database.execute("DELETE FROM plumbline.batch_item");
        provider.close();
    }

    private Process batch(String out, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
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
                "--rate",
                "6000",
                "--parallel",
                "2"));
        command.addAll(List.of(more));
        if (!command.contains("--queue")) {
            command.addAll(List.of("--queue", database.uri()));
        }
        Process process = new ProcessBuilder(command)
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

    @Test
    @DisplayName(
            "PG51 workers take no new body while people would have less than their reserve of the rate, and then go on")
    void pg51_reserve_isLeftToPeople() throws IOException, InterruptedException {
        database.execute("DELETE FROM plumbline.budget; INSERT INTO plumbline.budget (key, level, used)"
                + " VALUES ('rate/openai', 0, '-infinity')");
        Process worker = batch("reserving", "--reserve", "90");
        AtomicInteger looks = new AtomicInteger();
        assertThat(Await.until(
                        () -> {
                            setLeft("8"); // percent, which would be enough without a reserve
                            return looks.addAndGet((int) looked()) > 4 || !worker.isAlive();
                        },
                        PATIENCE))
                .isTrue();
        assertThat(provider.requests()).as("the worker has only looked").isEmpty();
        assertThat(database.count("SELECT count(*) FROM plumbline.batch_item WHERE token > 0"))
                .isZero();
        setLeft("100");
        requireAllResults(worker, "reserving");
    }

    private void setLeft(String percent) {
        database.execute("UPDATE plumbline.budget SET level ="
                + " (extract(epoch FROM clock_timestamp()) + 60 * (100 - " + percent + ") / 100.0) * 1000000000"
                + " WHERE key LIKE 'rate/%'");
    }

    /** Returns 1 if the budget was asked since the last question, else 0. */
    private long looked() {
        return database.count("WITH seen AS (UPDATE plumbline.budget SET used = '-infinity'"
                + " WHERE key LIKE 'rate/%' AND used > '-infinity' RETURNING 1) SELECT count(*) FROM seen");
    }

    @Test
    @DisplayName("PG52 a body that the server refuses until a time is asked by nobody before it, and then once")
    void pg52_retryAt_isKept() throws IOException, InterruptedException {
        provider.answers(ServerResponse.json("{\"error\":{\"message\":\"slow down\"}}")
                .withStatus(429)
                .withHeader("retry-after", "7200"));
        Process one = batch("one");
        Process other = batch("other");
        assertThat(Await.until(
                        () -> database.count("SELECT count(*) FROM plumbline.batch_item WHERE result IS NOT NULL")
                                == BODIES - 1,
                        PATIENCE))
                .isTrue();
        assertThat(database.count("SELECT extract(epoch FROM due - clock_timestamp())::bigint"
                        + " FROM plumbline.batch_item WHERE result IS NULL"))
                .isBetween(7000L, 7200L);
        assertThat(provider.requests()).hasSize(BODIES);
        assertThat(one.isAlive()).isTrue();
        database.execute("UPDATE plumbline.batch_item SET due = clock_timestamp() WHERE result IS NULL");
        requireAllResults(one, "one");
        requireAllResults(other, "other");
        assertThat(provider.requests()).hasSize(BODIES + 1);
    }

    @Test
    @DisplayName("PG50 the command line works as a role, on a run and a cache of its namespace")
    void pg50_commandLine_worksAsARole() throws IOException, InterruptedException {
        try (PostgresSessionStore sessions = PostgresSessionStore.at(database.uri())) {
            sessions.list(); // makes the schema
        }
        database.role("desk", "office");
        String uri = PostgresServer.uri("desk", database.port());
        requireAllResults(batch("desk", "--queue", uri, "--cache", uri, "--namespace", "office"), "desk");
        assertThat(database.count("SELECT count(*) FROM plumbline.batch_item WHERE namespace = 'office'"))
                .isEqualTo(BODIES);
        assertThat(database.count("SELECT count(*) FROM plumbline.response WHERE namespace = 'office'"))
                .isEqualTo(BODIES);
        assertThat(batch("nobody", "--queue", uri).waitFor()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("nobody.log"))).contains("grant_namespace");
    }
}
