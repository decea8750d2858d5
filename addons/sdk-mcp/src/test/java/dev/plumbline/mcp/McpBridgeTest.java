package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients over standard input and output. */
class McpBridgeTest {
    @TempDir
    Path folder;

    private final FakeTools tools = new FakeTools().addEcho();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PipedOutputStream client = new PipedOutputStream();
    private Thread bridge;

    @BeforeEach
    void start() throws IOException {
        PipedInputStream in = new PipedInputStream(client, 65_536);
        bridge = new Thread(() -> McpBridge.ofDefaults()
                .withFolder(folder)
                .withName("test host")
                .withPatience(Duration.ofSeconds(20))
                .run(in, out));
        bridge.start();
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        client.close();
        bridge.join(60_000);
        assertThat(bridge.isAlive()).isFalse();
    }

    private McpServer serve() {
        return McpServer.serve(
                tools,
                McpOptions.builder("Test Host", "1.0")
                        .folder(folder)
                        .allowClients("*")
                        .build());
    }

    private void write(Json message) throws IOException {
        client.write((message.text() + "\n").getBytes(StandardCharsets.UTF_8));
        client.flush();
    }

    private List<Json> written() {
        return out.toString(StandardCharsets.UTF_8).lines().map(Json::parse).toList();
    }

    private Json answer(String id) {
        Json wanted = Json.of(id);
        Await.until(
                () -> written().stream().anyMatch(message -> message.get("id").equals(wanted)),
                () -> "no answer to " + id + " in " + out);
        return written().stream()
                .filter(message -> message.get("id").equals(wanted))
                .findFirst()
                .orElseThrow();
    }

    private static Json initialize() {
        return JsonRpc.request(
                "0",
                "initialize",
                Json.object()
                        .with("protocolVersion", "2025-06-18")
                        .with("capabilities", Json.object())
                        .with(
                                "clientInfo",
                                Json.object().with("name", "desktop").with("version", "1")));
    }

    private static Json stateless(String id, String tool) {
        Json meta = Json.object()
                .with(RawHttp.VERSION, "2026-07-28")
                .with("io.modelcontextprotocol/clientCapabilities", Json.object());
        return JsonRpc.request(
                id, "tools/call", RawHttp.tool(tool, Json.object().with("a", 1)).with("_meta", meta));
    }

    @Test
    @DisplayName("MC29 a bridge that is started again finds the task of its client; one beside it does not")
    void mc29_bridgeStartedAgain() throws Exception {
        tools.addEndless(new CountDownLatch(1), new CountDownLatch(1));
        Json meta = RawHttp.metaWithTasks("desktop");
        try (McpServer server = serve()) {
            write(JsonRpc.request(
                    "1", "tools/call", RawHttp.tool("endless", Json.object()).with("_meta", meta)));
            Json about = Json.object()
                    .with("taskId", answer("1").at("/result/taskId"))
                    .with("_meta", meta);
            Json get = JsonRpc.request("2", "tasks/get", about);
            assertThat(run(get).at("/error/code").asInt()).as("a second window").isEqualTo(-32602);
            client.close();
            bridge.join(60_000);

            assertThat(run(get).at("/result/status").asText()).isEqualTo("working");
            assertThat(server.openCalls()).isEqualTo(1);
        }
    }

    /** Starts a bridge for one message, and returns the answer. */
    private Json run(Json message) {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        PipedInputStream in = new PipedInputStream(65_536);
        Thread second = new Thread(() -> McpBridge.ofDefaults()
                .withFolder(folder)
                .withPatience(Duration.ofSeconds(20))
                .run(in, answers));
        try (PipedOutputStream pipe = new PipedOutputStream(in)) {
            second.start();
            pipe.write((message.text() + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
            Await.until(() -> answers.toString(StandardCharsets.UTF_8).endsWith("\n"), () -> "no answer");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            second.join(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Json.parse(answers.toString(StandardCharsets.UTF_8).strip());
    }

    @Test
    @DisplayName("MC13 a client over standard input has a session, and waits for a host that starts later")
    void mc13_session_waitsForTheHost() throws IOException {
        write(initialize());
        try (McpServer server = serve()) {
            assertThat(answer("0").at("/result/protocolVersion").asText()).isEqualTo("2025-06-18");
            write(JsonRpc.notification("notifications/initialized", Json.object()));
            write(JsonRpc.request(
                    "1", "tools/call", RawHttp.tool("echo", Json.object().with("a", 1))));
            assertThat(answer("1").at("/result/content/0/text").asText()).isEqualTo("{\"a\":1}");
            Await.until(
                    () -> {
                        server.toolsChanged();
                        return written().stream()
                                .anyMatch(message ->
                                        message.get("method").equals(Json.of("notifications/tools/list_changed")));
                    },
                    () -> "no notification");
        }
    }

    @Test
    @DisplayName("MC13 stateless requests run at the same time, and a cancellation reaches the tool")
    void mc13_stateless_isCancelled() throws IOException, InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        tools.addEndless(began, cancelled);
        try (McpServer server = serve()) {
            write(stateless("1", "endless"));
            began.await();
            write(stateless("2", "echo"));
            assertThat(answer("2").at("/result/content/0/text").asText()).isEqualTo("{\"a\":1}");
            Await.until(() -> server.openCalls() == 1, () -> "the call has ended");
            write(JsonRpc.notification("notifications/cancelled", Json.object().with("requestId", "1")));
            assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    @DisplayName(
            "MC13 without a host a request is answered with what to do, and files of hosts that ended do not count")
    void mc13_noHost_isAnswered() throws IOException {
        Files.writeString(
                folder.resolve("old.json"),
                "{\"name\":\"Test Host\",\"url\":\"http://127.0.0.1:1/mcp\",\"token\":\"t\",\"pid\":999999999}");
        Files.writeString(
                folder.resolve("far.json"),
                "{\"name\":\"Test Host\",\"url\":\"http://example.com/mcp\",\"token\":\"t\",\"pid\":"
                        + ProcessHandle.current().pid() + "}");
        ByteArrayOutputStream alone = new ByteArrayOutputStream();
        McpBridge.ofDefaults()
                .withFolder(folder)
                .withPatience(Duration.ofMillis(1))
                .run(
                        new ByteArrayInputStream(
                                (initialize().text() + "\nno JSON\n").getBytes(StandardCharsets.UTF_8)),
                        alone);

        Json answer = Json.parse(alone.toString(StandardCharsets.UTF_8).strip());
        assertThat(answer.at("/error/message").asText()).contains("not running", "start it");
    }

    @Test
    @DisplayName("MC25 a call whose connection is lost is answered with an error, and is not sent again")
    void mc25_lostConnection_isNotRepeated() throws IOException, InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        try (ServerSocket dying = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            new Thread(() -> readAndClose(dying, calls)).start();
            Files.writeString(
                    folder.resolve("dying.json"),
                    "{\"name\":\"Test Host\",\"url\":\"http://127.0.0.1:" + dying.getLocalPort()
                            + "/mcp\",\"token\":\"t\",\"pid\":"
                            + ProcessHandle.current().pid() + "}");
            write(stateless("1", "echo"));

            assertThat(answer("1").at("/error/message").asText()).contains("was lost");
            write(stateless("2", "echo"));
            answer("2");
            assertThat(calls.get()).isEqualTo(2);
        }
    }

    /** Reads requests and closes their connections without an answer, as a program that crashes. */
    private static void readAndClose(ServerSocket dying, AtomicInteger calls) {
        byte[] bytes = new byte[65_536];
        try {
            while (true) {
                try (Socket socket = dying.accept()) {
                    String head = new String(bytes, 0, socket.getInputStream().read(bytes), StandardCharsets.UTF_8);
                    calls.addAndGet(head.startsWith("POST") ? 1 : 0);
                }
            }
        } catch (IOException closed) {
            // the end
        }
    }

    @Test
    @DisplayName("MC25 a cancellation does not wait behind the calls of the client")
    void mc25_cancellation_overtakesCalls() throws IOException, InterruptedException {
        CountDownLatch began = new CountDownLatch(60);
        CountDownLatch cancelled = new CountDownLatch(1);
        tools.addEndless(began, cancelled);
        McpOptions options = McpOptions.builder("Test Host", "1.0")
                .folder(folder)
                .allowClients("*")
                .limits(McpLimits.ofDefaults().withCalls(100))
                .build();
        try (McpServer server = McpServer.serve(tools, options)) {
            write(initialize());
            answer("0");
            for (int i = 1; i <= 60; i++) { // more than the bridge has threads for
                write(JsonRpc.request(Integer.toString(i), "tools/call", RawHttp.tool("endless", Json.object())));
            }
            Await.until(() -> began.getCount() <= 20, () -> "there are " + began.getCount());
            write(JsonRpc.notification("notifications/cancelled", Json.object().with("requestId", "1")));

            assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
            server.stopCalls();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("G6 a request that the client has cancelled is not answered, in both eras")
    void g6_cancelledRequest_isNotAnswered(boolean stateless) throws IOException, InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        tools.addEndless(began, cancelled);
        try (McpServer server = serve()) {
            if (!stateless) {
                write(initialize());
                answer("0");
            }
            write(
                    stateless
                            ? stateless("1", "endless")
                            : JsonRpc.request("1", "tools/call", RawHttp.tool("endless", Json.object())));
            began.await();
            write(JsonRpc.notification("notifications/cancelled", Json.object().with("requestId", "1")));
            cancelled.await();
            Await.until(() -> server.openCalls() == 0, () -> "the call is still open");
            client.close(); // the bridge ends when all requests have
            bridge.join(60_000);

            assertThat(written()).noneMatch(message -> message.get("id").equals(Json.of("1")));
        }
    }

    @Test
    @DisplayName("G15 a client with a session goes on with a host that was started again, and hears its notifications")
    void g15_sessionGoesOn_afterANewStart() throws IOException {
        write(initialize());
        try (McpServer first = serve()) {
            assertThat(answer("0").get("result").exists()).isTrue();
            assertThat(first.clients()).hasSize(1);
            write(JsonRpc.notification("notifications/initialized", Json.object()));
            write(JsonRpc.request(
                    "1", "tools/call", RawHttp.tool("echo", Json.object().with("a", 1))));
            answer("1");
        }
        try (McpServer second = serve()) {
            write(JsonRpc.request(
                    "2", "tools/call", RawHttp.tool("echo", Json.object().with("a", 2))));

            assertThat(answer("2").at("/result/content/0/text").asText()).isEqualTo("{\"a\":2}");
            Await.until(
                    () -> {
                        second.toolsChanged();
                        return written().stream()
                                .anyMatch(message ->
                                        message.get("method").equals(Json.of("notifications/tools/list_changed")));
                    },
                    () -> "no notification");
            assertThat(written().stream().filter(message -> message.get("id").equals(Json.of("0"))))
                    .as("answers to the one initialization of the client")
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("G15 a host that was killed a moment ago is waited for as one that has not started")
    void g15_killedHost_isWaitedFor() throws IOException {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        Files.writeString(
                folder.resolve("killed.json"),
                "{\"name\":\"Test Host\",\"url\":\"http://127.0.0.1:" + port + "/mcp\",\"token\":\"t\",\"pid\":"
                        + ProcessHandle.current().pid() + "}");
        write(stateless("1", "echo"));
        try (McpServer again = serve()) {
            assertThat(answer("1").at("/result/content/0/text").asText()).isEqualTo("{\"a\":1}");
            Await.until(() -> again.openCalls() == 0, () -> "the call stays"); // it leaves soon after its answer
        }
    }

    @Test
    @DisplayName("G15 a server deletes the access files of processes that have ended, and no other file")
    void g15_filesOfEndedProcesses_areDeleted() throws IOException {
        String ended = "{\"name\":\"Old\",\"url\":\"http://127.0.0.1:1/mcp\",\"token\":\"t\",\"pid\":999999999}";
        Path old = Files.writeString(folder.resolve("old.json"), ended);
        Path running = Files.writeString(
                folder.resolve("running.json"),
                ended.replace(
                        "999999999", String.valueOf(ProcessHandle.current().pid())));
        Path foreign = Files.writeString(folder.resolve("foreign.json"), "{\"pid\":999999999}");
        try (McpServer server = serve()) {
            assertThat(old).doesNotExist();
            assertThat(running).exists();
            assertThat(foreign).exists();
            assertThat(server.accessFile()).exists();
        }
    }
}
