package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host sees of its clients, and what clients see of a host that is busy. */
class McpHostTest {
    @TempDir
    Path folder;

    private final FakeTools tools = new FakeTools().addEcho();
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private volatile Optional<String> dialog = Optional.empty();
    private McpServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    private RawHttp serve() {
        server = McpServer.serve(
                tools,
                McpOptions.builder("Test Host", "1.0")
                        .folder(folder)
                        .allowClients("*")
                        .host(host())
                        .changes(new McpChanges() {
                            @Override
                            public void begin(String change, String title) {
                                changes.add("begin " + title);
                            }

                            @Override
                            public void end(String change) {
                                changes.add("end");
                            }
                        })
                        .build());
        return new RawHttp(server);
    }

    private HostApplication host() {
        return new HostApplication() {
            @Override
            public void execute(Runnable task) {
                task.run();
            }

            @Override
            public boolean isUiThread() {
                return false;
            }

            @Override
            public Optional<String> busyWith() {
                return dialog;
            }
        };
    }

    @Test
    @DisplayName("MC26 a host with an open dialog answers a call at once with its name, and runs nothing")
    void mc26_openDialog_isNamedAtOnce() {
        serve();
        dialog = Optional.of("the dialog \"Save\"");
        Json busy = new RawHttp(server)
                .call("tools/call", RawHttp.tool("echo", Json.object()))
                .result();
        dialog = Optional.empty();
        Json done = new RawHttp(server)
                .call("tools/call", RawHttp.tool("echo", Json.object()))
                .result();

        assertThat(busy.get("isError").asBoolean()).isTrue();
        Json error = Json.parse(busy.at("/content/0/text").asText());
        assertThat(error.get("message").asText()).contains("busy with the dialog \"Save\"");
        assertThat(error.get("retryable").asBoolean()).isTrue();
        assertThat(done.get("isError").asBoolean()).isFalse();
        assertThat(tools.scopes).hasSize(1);
    }

    @Test
    @DisplayName("MC26 a host sees which clients have sent requests, the newest first, and what they run")
    void mc26_clients_areShown() throws InterruptedException {
        CountDownLatch began = new CountDownLatch(1);
        tools.addEndless(began, new CountDownLatch(1));
        serve().call("tools/list", Json.object(), "first");
        try (RawHttp.Open open = new RawHttp(server).open("tools/call", RawHttp.tool("endless", Json.object()))) {
            began.await();
            assertThat(open.socket().isConnected()).isTrue();

            assertThat(server.clients())
                    .extracting(each -> each.client().name() + " " + each.running())
                    .containsExactly("test-client [endless]", "first []");
        }
    }

    @Test
    @DisplayName("MC26 the change of a client ends with its session")
    void mc26_change_endsWithItsSession() {
        tools.add("draw", (call, scope) -> ToolEnvelope.ok(null));
        serve();
        Json params = Json.object()
                .with("protocolVersion", "2025-11-25")
                .with("capabilities", Json.object())
                .with("clientInfo", Json.object().with("name", "mine").with("version", "1"));
        String session = new RawHttp(server)
                .without("MCP-Protocol-Version")
                .post(JsonRpc.request("0", "initialize", params))
                .headers()
                .get("mcp-session-id");
        RawHttp in =
                new RawHttp(server).with("MCP-Protocol-Version", "2025-11-25").with("Mcp-Session-Id", session);
        in.post(JsonRpc.request(
                "1", "tools/call", RawHttp.tool("change_begin", Json.object().with("title", "A flat"))));
        in.send("DELETE", "");

        Await.until(() -> changes.equals(List.of("begin A flat", "end")), changes::toString);
    }

    @Test
    @DisplayName("MC28 an answer ends its connection, on which the next one would wait for an acknowledgement")
    void mc28_answer_endsItsConnection() throws IOException {
        serve();
        int port = server.address().getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000); // less than the JDK's server keeps a connection
            String head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer "
                    + server.token() + "\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 400").containsIgnoringCase("connection: close");
        }
    }
}
