package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.ClientRedaction;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that last, as tasks: who waits for them, how they end, and what they share with other calls. */
class McpTasksTest {
    @TempDir
    Path folder;

    private final FakeTools tools = new FakeTools().addEcho();
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private McpServer server;

    @AfterEach
    void stop() {
        goOn.countDown();
        server.close();
    }

    private RawHttp serve(McpLimits limits) {
        server = McpServer.serve(
                tools,
                McpOptions.builder("Test Host", "1.0")
                        .folder(folder)
                        .allowClients("*")
                        .limits(limits)
                        .approvalsAtClient("*")
                        .build());
        return new RawHttp(server).withTasks();
    }

    private RawHttp serve() {
        return serve(McpLimits.ofDefaults());
    }

    /** Adds a tool that reports, goes on when the test says so, and then does the rest. */
    private void add(String name, Rest rest) {
        tools.add(name, (call, scope) -> {
            scope.listener().progressed(call, 0.4, "wall 12 of 30");
            began.countDown();
            await(goOn);
            return rest.of(scope);
        });
    }

    private interface Rest {
        ToolEnvelope of(IToolExecutor.CallScope scope);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Json begin(RawHttp http, String tool) {
        return http.call("tools/call", RawHttp.tool(tool, Json.object())).result();
    }

    private static Json about(Json task) {
        return Json.object().with("taskId", task.get("taskId"));
    }

    private static Json get(RawHttp http, Json task) {
        return http.call("tasks/get", about(task)).result();
    }

    private static Json ended(RawHttp http, Json task) {
        Await.until(
                () -> !get(http, task).get("status").asText().matches("working|input_required"),
                () -> "the task does not end: " + get(http, task));
        return get(http, task);
    }

    @Test
    @DisplayName(
            "MC29 a call that lasts is a task, which reports, completes and stays; a short one is answered at once")
    void mc29_aCallThatLasts() {
        add("draw", scope -> ToolEnvelope.ok("drawn"));
        RawHttp http = serve();
        Json task = begin(http, "draw");

        assertThat(task.get("resultType").asText()).isEqualTo("task");
        Json working = get(http, task);
        assertThat(working.get("status").asText()).isEqualTo("working");
        assertThat(working.get("statusMessage").asText()).isEqualTo("40 %: wall 12 of 30");
        assertThat(server.openCalls()).isEqualTo(1);
        goOn.countDown();
        Json done = ended(http, task);
        assertThat(done.at("/result/content/0/text").asText()).isEqualTo("drawn");
        assertThat(done.get("result").fields()).doesNotContainKeys("_meta", "resultType");
        assertThat(get(http, task).get("status").asText()).isEqualTo("completed");
        Await.until(() -> server.openCalls() == 0, () -> "a task that is done takes a place");
        assertThat(begin(http, "echo").get("resultType").asText()).isEqualTo("complete");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("MC30 a client that closes its connection before it has a task leaves none behind")
    void mc30_aClientThatLeaves(boolean afterTheFirstByte) throws InterruptedException {
        tools.addEndless(began, cancelled);
        RawHttp http = serve();
        try (RawHttp.Open open = http.open("tools/call", RawHttp.tool("endless", Json.object()))) {
            began.await();
            if (afterTheFirstByte) {
                open.awaitFirstByte();
            }
        }

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        Await.until(() -> server.openCalls() == 0, () -> "the task runs on");
    }

    @Test
    @DisplayName("MC29 a task is asked by its keys, in parts, and a key is used once")
    void mc29_aTaskAsks() {
        McpInput form = McpInput.form("Name?", Json.object());
        tools.add("ask", (call, scope) -> {
            await(goOn);
            McpClient client = CallState.clientOf(scope.state()).orElseThrow();
            Json first = client.ask(Map.of("a", form, "b", form)).get("b").get("content");
            return ToolEnvelope.ok(
                    first.text() + client.ask(Map.of("a", form)).get("a").text());
        });
        RawHttp http = serve();
        Json task = begin(http, "ask");
        goOn.countDown();
        Json first = asking(http, task, 2);
        String a = key(first, "a");
        String b = key(first, "b");

        update(http, task, a, "for-nothing");
        Json rest = get(http, task).get("inputRequests");
        assertThat(rest.fields().keySet()).containsExactly(b);
        update(http, task, b, "blue");
        Json second = asking(http, task, 1);
        assertThat(key(second, "a")).isNotEqualTo(a);
        update(http, task, a, "late");
        assertThat(get(http, task).get("status").asText()).isEqualTo("input_required");
        update(http, task, key(second, "a"), "red");
        assertThat(ended(http, task).at("/result/content/0/text").asText())
                .contains("blue", "red")
                .doesNotContain("late");
    }

    private static Json asking(RawHttp http, Json task, int inputs) {
        Await.until(() -> inputs(get(http, task)) == inputs, () -> "the task does not ask: " + get(http, task));
        return get(http, task).get("inputRequests");
    }

    /** Returns how many inputs a task asks for; 0 before it asks. */
    private static int inputs(Json task) {
        Json requests = task.get("inputRequests");
        return requests.kind() == Json.Kind.OBJECT ? requests.fields().size() : 0;
    }

    private static String key(Json requests, String beginning) {
        return requests.fields().keySet().stream()
                .filter(each -> each.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    private static void update(RawHttp http, Json task, String key, String value) {
        Json answer = Json.object()
                .with("action", "accept")
                .with("content", Json.object().with("v", value));
        Json done = http.call(
                        "tasks/update",
                        about(task).with("inputResponses", Json.object().with(key, answer)))
                .result();
        assertThat(done.fields().keySet()).containsExactly("resultType", "_meta");
    }

    @Test
    @DisplayName("MC29 a task is cancelled by its client, and by the emergency stop")
    void mc29_cancelled() throws InterruptedException {
        tools.addEndless(began, cancelled);
        RawHttp http = serve();
        Json task = begin(http, "endless");
        http.call("tasks/cancel", about(task));

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ended(http, task).get("status").asText()).isEqualTo("cancelled");
        Json second = begin(http, "endless");
        server.stopCalls();
        Json stopped = ended(http, second);
        assertThat(stopped.get("status").asText()).isEqualTo("cancelled");
        assertThat(stopped.get("statusMessage").asText()).contains("stopped all agents");
    }

    @Test
    @DisplayName("MC29 a task that nobody asks about is cancelled and forgotten")
    void mc29_expires() throws InterruptedException {
        tools.addEndless(began, cancelled);
        RawHttp http = serve(McpLimits.ofDefaults().withInputTime(Duration.ofSeconds(1)));
        Json task = begin(http, "endless");

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        RawHttp.Answer gone = http.call("tasks/get", about(task));
        assertThat(gone.code()).isEqualTo(-32602);
        assertThat(gone.message()).contains("expired", "Look whether its call had an effect");
    }

    @Test
    @DisplayName("MC29 the time of a task is counted from the last time that it was asked about")
    void mc29_timeIsRenewed() {
        serve();
        Peer peer = new Peer(
                McpRevision.V2026_07_28,
                McpClientInfo.from(Json.object()),
                Json.object(),
                Peer.ClientMemory.of("mcp-1", true, ClientRedaction.NONE),
                Optional.empty());
        OpenCall.RequestInfo info =
                new OpenCall.RequestInfo(Json.of(1), "tools/call", "draw", Json.object(), Optional.empty(), Map.of());
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        CallTask task = new CallTask("t1", new OpenCall("c1", peer, info, () -> false), start, Duration.ofMinutes(5));

        assertThat(task.created().get("ttlMs").asInt()).isEqualTo(300_000);
        assertThat(task.left(start.plusSeconds(240))).isEqualTo(Duration.ofMinutes(1));
        Json asked = task.state(start.plusSeconds(240));
        assertThat(asked.get("ttlMs").asInt()).isEqualTo(540_000);
        assertThat(asked.get("pollIntervalMs").asInt())
                .as("a tenth of its age, at most")
                .isEqualTo(5_000);
        assertThat(task.left(start.plusSeconds(480))).isEqualTo(Duration.ofMinutes(1));
        assertThat(task.state(start.plusSeconds(500)).get("lastUpdatedAt"))
                .as("nothing has changed")
                .isEqualTo(asked.get("lastUpdatedAt"));
    }

    @Test
    @DisplayName(
            "MC29 running tasks count for the limit of calls; when many are kept, further calls are not made tasks")
    void mc29_limits() {
        tools.addEndless(began, cancelled);
        RawHttp http = serve(McpLimits.ofDefaults().withCalls(1));
        Json task = begin(http, "endless");
        assertThat(begin(http, "echo").at("/content/0/text").asText()).contains("busy with endless");
        http.call("tasks/cancel", about(task));
        for (int kept = 1; kept < 4; kept++) {
            Await.until(() -> server.openCalls() == 0, () -> "the task still runs");
            Json next = begin(http, "endless");
            assertThat(next.get("resultType").asText()).isEqualTo("task");
            http.call("tasks/cancel", about(next));
        }
        Await.until(() -> server.openCalls() == 0, () -> "the task still runs");

        try (RawHttp.Open open = http.open("tools/call", RawHttp.tool("endless", Json.object()))) {
            open.awaitFirstByte();
            assertThat(server.openCalls()).isEqualTo(1);
        }
        Await.until(() -> server.openCalls() == 0, () -> "it was a task");
        assertThat(ended(http, task).get("status").asText()).isEqualTo("cancelled");
    }

    @Test
    @DisplayName("MC29 what a task throws is a failure of the task, without its message")
    void mc29_failed() {
        add("broken", scope -> {
            throw new ToolException("a secret");
        });
        RawHttp http = serve();
        Json task = begin(http, "broken");
        goOn.countDown();
        Json failed = ended(http, task);

        assertThat(failed.get("status").asText()).isEqualTo("failed");
        assertThat(failed.at("/error/code").asInt()).isEqualTo(-32603);
        assertThat(failed.text()).doesNotContain("secret");
    }

    @Test
    @DisplayName("MC29 a client that goes away before it has the task has cancelled the call")
    void mc29_goneBefore() throws InterruptedException {
        tools.addEndless(began, cancelled);
        RawHttp http = serve(McpLimits.ofDefaults().withInputTime(Duration.ofSeconds(1)));
        try (RawHttp.Open open = http.open("tools/call", RawHttp.tool("endless", Json.object()))) {
            began.await();
            assertThat(open.socket().isConnected()).isTrue();
        }

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
    }
}
