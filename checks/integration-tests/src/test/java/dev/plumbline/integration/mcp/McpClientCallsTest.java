package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.mcpclient.McpAuthorization;
import dev.plumbline.mcpclient.McpStore;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.testkit.Await;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls whose servers are late, die, change, or want a token. */
@Tag("external")
class McpClientCallsTest {
    @TempDir
    Path folder;

    private McpFixture program;

    @BeforeEach
    void start() {
        program = new McpFixture(folder);
    }

    @AfterEach
    void stop() {
        program.close();
    }

    @Test
    @DisplayName("MC15 answers in another order than the requests reach their calls")
    void mc15_answersOutOfOrder_reachTheirCalls() {
        McpTools tools = program.connect("ordered");
        ToolRuntime one = program.session(tools);
        ToolRuntime other = program.session(tools);
        CompletableFuture<ToolEnvelope> slow =
                CompletableFuture.supplyAsync(() -> McpFixture.call(one, "files_slow", Json.object()));
        Await.until(() -> program.ran().contains("slow"), () -> "the slow call does not begin");

        ToolEnvelope fast = McpFixture.call(other, "files_fast", Json.object());

        assertThat(fast.result()).isEqualTo(Json.object().with("value", "fast"));
        assertThat(slow.join().result()).isEqualTo(Json.object().with("value", "slow"));
    }

    @Test
    @DisplayName("MC15 a cancellation and a time limit reach the server")
    void mc15_cancelAndTimeLimit_reachTheServer() {
        ToolRuntime session = program.session(program.connect("silent"));
        Cancellation ends = Cancellation.create();
        CompletableFuture<ToolEnvelope> call =
                CompletableFuture.supplyAsync(() -> McpFixture.call(session, "files_read", Json.object(), ends));
        Await.until(() -> program.ran().size() == 1, () -> "the call does not begin");
        ends.cancel("the user has seen enough");

        assertThat(McpFixture.code(call.join())).isEqualTo("CANCELLED");
        Await.until(() -> program.lines(".cancelled").size() == 1, () -> "the server was not notified");
        ToolRuntime hasty = program.session(program.impatient().connect("silent"));
        assertThat(McpFixture.code(McpFixture.call(hasty, "files_read", Json.object())))
                .isEqualTo("TIMEOUT");
        Await.until(() -> program.lines(".cancelled").size() == 2, () -> "the server was not notified");
    }

    @Test
    @DisplayName("MC15 a server that died during a call is started again, and the call is not repeated")
    void mc15_deadServer_isStartedAgain() {
        ToolRuntime session = program.session(program.connect("dies-once"));

        ToolEnvelope first = McpFixture.call(session, "files_read", Json.object());
        ToolEnvelope second = McpFixture.call(session, "files_read", Json.object());

        assertThat(McpFixture.code(first)).isEqualTo("OUTCOME_UNKNOWN");
        assertThat(second.result()).isEqualTo(Json.object().with("value", "alive again"));
        assertThat(program.ran()).hasSize(2);
        assertThat(Await.until(() -> threads() <= 3, Duration.ofSeconds(30)))
                .as("threads of the first connection are left")
                .isTrue();
    }

    /** Returns the number of threads of connections: one reads, one writes, one drains; others end when idle. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("plumbline-mcp-"))
                .count();
    }

    @Test
    @DisplayName("MC14 a server that ends at an unknown request is started again with an older handshake")
    void mc14_serverThatEndsAtDiscovery_isUsed() {
        assertThat(program.call(program.connect("dies-on-unknown"), "files_read")
                        .isOk())
                .isTrue();
    }

    @Test
    @DisplayName("MC16 a changed definition is asked about once; a new session has it, and an old one refuses it")
    void mc16_changedDefinition_isForNewSessions() {
        McpTools tools = program.connect("drift");
        ToolRuntime old = program.session(tools);
        assertThat(McpFixture.call(old, "files_read", Json.object()).isOk()).isTrue();
        Await.until(
                () -> program.asked.size() == 2
                        // a tool is not usable between the question and its answer
                        && tools.tools().stream()
                                .anyMatch(tool -> tool.description().contains("evil")),
                () -> "the change is not asked about");

        ToolEnvelope inOld = McpFixture.call(old, "files_read", Json.object());
        ToolEnvelope inNew = program.call(tools, "files_read");

        assertThat(program.asked)
                .extracting(Question::title)
                .containsExactly("New tools of files", "Changed tools of files");
        assertThat(program.asked.get(1).text()).contains("changed files_read", "http://evil.example");
        assertThat(McpFixture.code(inOld)).isEqualTo("DENIED");
        assertThat(inOld.failure().orElseThrow().message()).contains("changed this tool since the session began");
        assertThat(inNew.isOk()).isTrue();
    }

    private McpTools authorized(HostileHttp server, McpStore store, AtomicInteger opened) {
        McpAuthorization oauth = McpAuthorization.builder(page -> {
                    opened.incrementAndGet();
                    ConformanceClient.visit(page);
                })
                .store(store)
                .build();
        return program.connect(McpTransport.http(server.url()).withAuthorization(oauth), options -> options);
    }

    @Test
    @DisplayName("MC18 a stored token needs no browser, and one that has expired is refreshed")
    void mc18_tokens_areStoredAndRefreshed() {
        McpStore store = McpStore.inFolder(folder.resolve("tokens"));
        AtomicInteger opened = new AtomicInteger();
        try (HostileHttp server = new HostileHttp().locked("scope=\"read\"")) {
            authorized(server, store, opened).close();
            authorized(server, store, opened).close();
            assertThat(opened).hasValue(1);

            String key = "mcp-tokens " + server.url();
            Json expired = Json.parse(store.read(key).orElseThrow()).with("access", "expired");
            store.write(key, expired.text());
            assertThat(program.call(authorized(server, store, opened), "files_read")
                            .isOk())
                    .isTrue();

            assertThat(opened).hasValue(1);
            List<String> grants = server.bodies.stream()
                    .filter(body -> body.startsWith("grant_type="))
                    .map(body -> body.replaceAll(".*grant_type=([a-z_]+).*", "$1"))
                    .toList();
            assertThat(grants).containsExactly("authorization_code", "refresh_token");
            assertThat(server.bodies)
                    .anyMatch(body -> body.contains("code_verifier=") && body.contains("resource=http"));
            assertThat(server.requests)
                    .anyMatch(line -> line.contains("code_challenge_method=S256") && line.contains("scope=read"));
        }
    }
}
