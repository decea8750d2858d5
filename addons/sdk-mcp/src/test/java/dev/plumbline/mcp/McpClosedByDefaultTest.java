package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether a server refuses everybody whom nobody has allowed. */
class McpClosedByDefaultTest {
    @TempDir
    Path folder;

    private McpServer server;

    @BeforeEach
    void start() {
        server = serve(options().allowClients("test-*").build());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private McpOptions.Builder options() {
        return McpOptions.builder("Test Host", "1.0").folder(folder);
    }

    private static McpServer serve(McpOptions options) {
        return McpServer.serve(new FakeTools().addEcho(), options);
    }

    private RawHttp http() {
        return new RawHttp(server);
    }

    @Test
    @DisplayName("MC1 a request without the token is refused, and is not read")
    void mc1_withoutToken_isRefused() {
        RawHttp.Answer none = http().without("Authorization").call("tools/list", Json.object());
        RawHttp.Answer wrong = http().with("Authorization", "Bearer x").call("tools/list", Json.object());
        RawHttp.Answer unread = http().with("Authorization", "Basic eDp5").send("POST", "no JSON");

        assertThat(List.of(none.status(), wrong.status(), unread.status())).containsExactly(401, 401, 401);
        assertThat(none.headers()).containsEntry("www-authenticate", "Bearer");
        assertThat(unread.message()).contains("access file");
        assertThat(http().call("tools/list", Json.object()).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("MC1 a request for another host, and one of a page of another origin, is refused")
    void mc1_otherHostOrOrigin_isRefused() {
        assertThat(http().with("Host", "evil.example.com")
                        .call("tools/list", Json.object())
                        .status())
                .isEqualTo(403);
        RawHttp.Answer answer =
                http().with("Origin", "https://evil.example.com").call("tools/list", Json.object());

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control-"));
    }

    @Test
    @DisplayName("MC1 what a page may send without asking is refused: OPTIONS, and other media types")
    void mc1_simpleRequests_areRefused() {
        assertThat(http().send("OPTIONS", "").status()).isEqualTo(405);
        assertThat(http().with("Content-Type", "text/plain")
                        .call("tools/list", Json.object())
                        .status())
                .isEqualTo(415);
    }

    @Test
    @DisplayName("MC1 the access file is readable by its user alone, has what a client needs, and goes with the server")
    void mc1_accessFile_isPrivate() throws IOException {
        Path file = server.accessFile();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Json content = Json.parse(Files.readString(file));
        assertThat(content.get("url").asText()).isEqualTo(server.address().toString());
        assertThat(content.get("token").asText()).isEqualTo(server.token()).hasSizeGreaterThan(40);

        server.close();

        assertThat(file).doesNotExist();
    }

    @Test
    @DisplayName(
            "MC2 without a rule and without anyone to ask, no client is allowed, and the error names both ways out")
    void mc2_nobodyToAsk_nobodyIsAllowed() {
        RawHttp.Answer answer = http().call("tools/list", Json.object(), "stranger");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.message()).contains("stranger", "allowClients", "questionHandler");
    }

    @Test
    @DisplayName("MC2 a client is asked about once, with its name shown in full, and a refusal stays")
    void mc2_firstContact_asksOnce() {
        List<Question> asked = new CopyOnWriteArrayList<>();
        server.close();
        server = serve(options()
                .questionHandler(question -> {
                    asked.add(question);
                    boolean allowed = question.title().contains("friend");
                    question.answer(question.options().get(allowed ? 0 : 1));
                })
                .build());

        assertThat(http().call("tools/list", Json.object(), "friend").status()).isEqualTo(200);
        assertThat(http().call("tools/list", Json.object(), "friend").status()).isEqualTo(200);
        assertThat(http().call("tools/list", Json.object(), "other\u202Eeman").status())
                .isEqualTo(403);
        assertThat(http().call("tools/list", Json.object(), "other\u202Eeman").message())
                .contains("did not allow");
        assertThat(asked).extracting(Question::title).containsExactly("Allow friend?", "Allow other\\u{202e}eman?");
        assertThat(asked.get(0).text()).contains("nobody has verified");
    }

    @Test
    @DisplayName("MC2 a session is not opened for a client that is not allowed")
    void mc2_initialize_isAskedAbout() {
        Json params = Json.object()
                .with("protocolVersion", "2025-11-25")
                .with("capabilities", Json.object())
                .with("clientInfo", Json.object().with("name", "stranger").with("version", "1"));
        RawHttp.Answer answer = http().without("MCP-Protocol-Version").post(JsonRpc.request("1", "initialize", params));

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.headers()).doesNotContainKey("mcp-session-id");
    }

    @Test
    @DisplayName("MC3 too large, too deep, malformed and too frequent requests are refused by name")
    void mc3_limits_areNamed() {
        server.close();
        server = serve(options()
                .allowClients("*")
                .limits(McpLimits.ofDefaults().withBodyBytes(10_000).withRequestsPerSecond(2))
                .build());

        assertThat(http().send("POST", "{\"a\":\"" + "x".repeat(10_000) + "\"}").status())
                .isEqualTo(413);
        assertThat(http().with("Content-Length", "99999999999")
                        .send("POST", "{}")
                        .status())
                .isEqualTo(413);
        assertThat(http().send("POST", "[".repeat(200) + "]".repeat(200)).code())
                .isEqualTo(-32700);
        assertThat(http().send("POST", "{\"a\":1,\"a\":2}").code()).isEqualTo(-32700);
        assertThat(http().send("POST", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]")
                        .message())
                .contains("batches");
        assertThat(http().send("POST", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}")
                        .code())
                .isEqualTo(-32600);
        AtomicReference<RawHttp.Answer> much = new AtomicReference<>();
        Await.until(
                () -> {
                    much.set(http().send("POST", "{}")); // two a second are served
                    return much.get().status() == 429;
                },
                () -> "no request is too many");
        assertThat(much.get().headers()).containsKey("retry-after");
    }

    @Test
    @DisplayName("MC1 a port that is taken, and a bad name, are refused with the way out")
    void mc1_badOptions_areRefused() {
        McpOptions taken = options().port(server.address().getPort()).build();

        assertThatThrownBy(() -> serve(taken)).hasMessageContaining("port(…)");
        assertThatThrownBy(() -> McpOptions.builder("a/../b", "1")).hasMessageContaining("letters");
    }
}
