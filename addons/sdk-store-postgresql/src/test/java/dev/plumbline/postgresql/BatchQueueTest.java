package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.event.Cost;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.ConcurrentRunner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs over machines: each body has one result, whatever happens to workers. */
class BatchQueueTest {
    private static final String RUN = "nightly";

    private final PostgresServer server = PostgresServer.shared();
    private final PostgresDatabase database = PostgresDatabase.at(server.uri());
    private final BatchQueue queue = BatchQueue.of(database, RUN);
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
        queue.remove();
        database.close();
    }

    static List<BatchItem> items(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(line ->
                        new BatchItem(line, "plb1:" + line, Json.object().with("question", line)))
                .toList();
    }

    private Process worker(String name, int wait, int lease) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData", // or it may warn on its output
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BatchWorkerProgram.class.getName(),
                        server.uri(),
                        RUN,
                        name,
                        Integer.toString(wait),
                        Integer.toString(lease),
                        "3")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    private static void awaitClaim(Process worker) throws IOException {
        assertThat(new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8))
                        .readLine())
                .isEqualTo("claimed");
    }

    private void requireOneResultEach(int count) {
        List<BatchResult> results = queue.results(0, 10_000);
        assertThat(results).extracting(BatchResult::line).containsExactlyElementsOf(lines(count));
        assertThat(results)
                .allSatisfy(result ->
                        assertThat(result.value().get("answer").asLong()).isEqualTo(result.line()));
    }

    private static List<Long> lines(int count) {
        return items(count).stream().map(BatchItem::line).toList();
    }

    @Test
    @DisplayName("PG28 workers that are killed in the middle of items lose none, and no item has two results")
    void pg28_killedWorkers_loseNothing() throws IOException, InterruptedException {
        queue.add(items(60));
        List<Process> doomed = List.of(worker("doomed 1", 60_000, 60_000), worker("doomed 2", 60_000, 60_000));
        for (Process process : doomed) {
            awaitClaim(process);
        }
        assertThat(queue.progress().workers()).isEqualTo(2);
        for (Process process : doomed) {
            process.destroyForcibly().waitFor();
        }
        server.execute("UPDATE plumbline.batch_item SET due = clock_timestamp()"); // as 60 seconds would
        assertThat(worker("steady", 1, 60_000).waitFor()).isZero();
        requireOneResultEach(60);
        assertThat(queue.progress()).isEqualTo(new BatchProgress(60, 60, 0, 0, 600, List.of()));
    }

    @Test
    @DisplayName("PG29 a worker that was paused beyond its lease and comes back changes no result of another")
    void pg29_workerBackAfterItsLease_changesNothing() {
        queue.add(items(3));
        BatchClaim paused = queue.claim("paused", 1).get(0);
        server.execute("UPDATE plumbline.batch_item SET due = clock_timestamp() WHERE token > 0");
        List<BatchClaim> others = queue.claim("other", 3);
        assertThat(others).hasSize(3);
        BatchClaim taken = others.stream()
                .filter(claim -> claim.item().equals(paused.item()))
                .findFirst()
                .orElseThrow();
        assertThat(taken.token()).isGreaterThan(paused.token());
        assertThat(taken.attempts()).isEqualTo(2);
        queue.postpone(paused, Duration.ZERO);
        queue.renew(List.of(paused));
        assertThat(queue.claim("third", 3))
                .as("a late worker gives nothing back")
                .isEmpty();
        assertThat(queue.finish(BatchWorkerProgram.result(taken, "other"))).isTrue();
        assertThat(queue.finish(BatchWorkerProgram.result(paused, "paused"))).isFalse();
        assertThat(queue.results(0, 1).get(0).value().get("worker").asText()).isEqualTo("other");
    }

    @Test
    @DisplayName("PG30 workers at the same time never hold the same item")
    void pg30_claims_areDisjoint() {
        queue.add(items(200));
        List<List<Long>> claimed = ConcurrentRunner.run(4, number -> {
            List<Long> mine = new ArrayList<>();
            List<BatchClaim> claims = queue.claim("worker " + number, 7);
            while (!claims.isEmpty()) {
                claims.forEach(claim -> mine.add(claim.item().line()));
                claims = queue.claim("worker " + number, 7);
            }
            return mine;
        });
        assertThat(claimed.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(lines(200));
    }

    @Test
    @DisplayName("PG31 an item that is postponed is not claimed before its time, by the clock of the server")
    void pg31_postponed_waits() {
        queue.add(items(1));
        BatchClaim claim = queue.claim("one", 1).get(0);
        queue.postpone(claim, Duration.ofHours(1));
        assertThat(server.count("SELECT extract(epoch FROM due - clock_timestamp())::bigint FROM plumbline.batch_item"))
                .isBetween(3000L, 3600L);
        assertThat(queue.claim("two", 1)).isEmpty();
        server.execute("UPDATE plumbline.batch_item SET due = due - interval '1 hour'");
        assertThat(queue.claim("two", 1)).hasSize(1);
    }

    @Test
    @DisplayName("PG32 the same command joins the run; another body for a line is refused and changes nothing")
    void pg32_joining_addsNothing_andOtherBodiesAreRefused() {
        queue.add(items(5));
        queue.finish(BatchWorkerProgram.result(queue.claim("one", 1).get(0), "one"));
        queue.add(items(5));
        assertThat(queue.progress().items()).isEqualTo(5);
        assertThat(queue.progress().finished()).isEqualTo(1);
        assertThatThrownBy(() -> queue.add(List.of(new BatchItem(2, "plb1:other", Json.object()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    @DisplayName("PG33 progress has results, failures, tokens and the cost of each currency")
    void pg33_progress_hasSums() {
        queue.add(items(3));
        for (BatchClaim claim : queue.claim("one", 3)) {
            BatchItem item = claim.item();
            String currency = item.line() == 1 ? "EUR" : "USD";
            queue.finish(new BatchResult(
                    item.line(),
                    item.fingerprint(),
                    Json.object(),
                    item.line() != 2,
                    7,
                    Optional.of(new Cost(new BigDecimal("0.25"), currency))));
        }
        BatchProgress progress = queue.progress();
        assertThat(progress.failed()).isEqualTo(1);
        assertThat(progress.tokens()).isEqualTo(21);
        assertThat(progress.costs()).extracting(Cost::toString).containsExactly("0.25 EUR", "0.50 USD");
    }

    @Test
    @DisplayName("PG50 a role works on the runs of its namespaces, and neither sees nor changes those of others")
    void pg50_roles_workOnTheirRuns() throws SQLException {
        queue.progress();
        server.role("alice", "office");
        server.role("bob", "plant");
        try (PostgresDatabase alice = PostgresDatabase.at(PostgresServer.uri("alice", server.port()));
                PostgresDatabase bob = PostgresDatabase.at(PostgresServer.uri("bob", server.port()))) {
            BatchQueue office = BatchQueue.of(alice, RUN).withNamespace("office");
            BatchQueue plant = BatchQueue.of(bob, RUN).withNamespace("plant");
            office.add(items(3));
            plant.add(items(2));
            assertThat(BatchQueue.of(bob, RUN)
                            .withNamespace("office")
                            .progress()
                            .items())
                    .isZero();
            assertThatThrownBy(() ->
                            BatchQueue.of(bob, RUN).withNamespace("office").add(items(1)))
                    .hasMessageContaining("grant_namespace");
            assertThat(BatchQueue.of(bob, RUN).withNamespace("office").remove()).isZero();
            assertThat(server.rowsAs("bob", "SELECT FROM plumbline.batch_item")).isEqualTo(2);
            BatchClaim claim = office.claim("alice", 1).get(0);
            office.renew(List.of(claim));
            assertThat(office.finish(BatchWorkerProgram.result(claim, "alice"))).isTrue();
            assertThat(plant.progress().finished())
                    .as("runs of one name are apart")
                    .isZero();
            assertThat(office.remove()).isEqualTo(3);
            assertThat(plant.remove()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("PG50 a role without a namespace has no right on runs, and a revoked one has none any more")
    void pg50_revoked_hasNoRights() {
        queue.progress();
        server.role("carol", "office");
        try (PostgresDatabase carol = PostgresDatabase.at(PostgresServer.uri("carol", server.port()))) {
            BatchQueue office = BatchQueue.of(carol, RUN).withNamespace("office");
            assertThatThrownBy(() -> BatchQueue.of(carol, RUN).add(items(1))).hasMessageContaining("42501");
            office.add(items(1));
            server.execute("SELECT plumbline.revoke_namespace('carol', 'office')");
            assertThat(office.progress().items()).isZero();
            assertThatThrownBy(() -> office.add(items(2))).hasMessageContaining("42501");
        }
        assertThat(BatchQueue.of(database, RUN).withNamespace("office").remove())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("S24 the tokens of a run whose answers report the largest number have a sum")
    void s24_hugeTokens_haveASum() {
        queue.add(items(2));
        for (BatchClaim claim : queue.claim("w", 2)) {
            BatchItem item = claim.item();
            queue.finish(new BatchResult(
                    item.line(), item.fingerprint(), Json.object(), true, Long.MAX_VALUE, Optional.empty()));
        }
        assertThat(queue.progress().tokens()).isEqualTo(Long.MAX_VALUE);
    }
}
