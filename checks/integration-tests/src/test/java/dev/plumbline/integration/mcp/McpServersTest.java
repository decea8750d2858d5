package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ContentOrigin;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.integration.FreePort;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpChanges;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.mcpclient.McpStore;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.plugin.Skill;
import dev.plumbline.provider.Secret;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our client with the servers of the protocol's authors, and with our own. */
@Tag("external")
class McpServersTest {
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

    private static McpTransport.Stdio server(String name, String... arguments) {
        Optional<String> missing = NodeJudges.missing();
        assumeTrue(missing.isEmpty(), () -> "SKIPPED, and it should not be: " + missing.orElse(""));
        return McpTransport.stdio(NodeJudges.server(name, arguments).toArray(String[]::new));
    }

    private static List<String> names(McpTools tools) {
        return tools.tools().stream().map(AiTool::name).toList();
    }

    private static String text(ToolEnvelope outcome) {
        assertThat(outcome.failure()).isEmpty();
        return outcome.result().text();
    }

    @Test
    @DisplayName(
            "MC14 server-everything over stdio: results of every kind, progress, forms, a model, folders, list changes")
    void mc14_everythingOverStdio() {
        McpTools tools = program.connect(
                server("server-everything").withEnvironment("FOR_THE_SERVER", "yes"),
                options -> options.allowForms()
                        .roots(List.of(folder))
                        .sampling(body -> AiReturn.ofText("a model's answer")));
        Await.until(
                () -> names(tools).contains("files_trigger-sampling-request"),
                () -> "the list did not change: " + names(tools));
        ToolRuntime session = program.session(tools);

        assertThat(text(McpFixture.call(session, "files_echo", Json.object().with("message", "Grüße"))))
                .contains("Grüße");
        assertThat(text(McpFixture.call(
                        session, "files_get-sum", Json.object().with("a", 2).with("b", 3))))
                .contains("5");
        ToolEnvelope structured = McpFixture.call(
                session, "files_get-structured-content", Json.object().with("location", "New York"));
        assertThat(structured.result().get("temperature").exists()).isTrue();
        assertThat(ContentOrigin.of(structured)).isEqualTo(ContentOrigin.MCP);
        assertThat(McpFixture.call(session, "files_get-tiny-image", Json.object())
                        .parts())
                .singleElement()
                .isInstanceOf(Part.Image.class);
        assertThat(text(McpFixture.call(
                        session, "files_get-resource-links", Json.object().with("count", 2))))
                .contains("resource_link");
        String environment = text(McpFixture.call(session, "files_get-env", Json.object()));
        assertThat(environment).contains("FOR_THE_SERVER", "PATH").doesNotContain("MAVEN", "JAVA_HOME");
        assertThat(text(McpFixture.call(session, "files_get-roots-list", Json.object())))
                .contains(folder.toUri().toString().replaceAll("/$", ""));
        Json prompt = Json.object().with("prompt", "Say something").with("maxTokens", 10);
        ToolEnvelope sampled = McpFixture.call(session, "files_trigger-sampling-request", prompt);
        assertThat(text(sampled)).contains("a model's answer");
        assertThat(ContentOrigin.of(sampled))
                .as("G14: the server says open-world")
                .isEqualTo(ContentOrigin.WEB);
        assertThat(McpFixture.code(McpFixture.call(session, "files_trigger-elicitation-request", Json.object())))
                .isEmpty();
        assertThat(program.asked)
                .extracting(Question::title)
                .as("G3: the form of the demonstration is shown")
                .contains("files asks the model", "files asks");
    }

    private Process everythingOverHttp(int port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        server("server-everything", "streamableHttp").command())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("http.log").toFile());
        builder.environment().put("PORT", String.valueOf(port));
        Process process = builder.start();
        Await.until(() -> isListening(port), () -> "the server does not listen");
        return process;
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("http.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    @DisplayName("MC14 server-everything over Streamable HTTP, with a session and a stream of notifications")
    void mc14_everythingOverHttp() throws Exception {
        int port = FreePort.find();
        Process process = everythingOverHttp(port);
        try {
            McpTools tools = program.connect(
                    McpTransport.http("http://127.0.0.1:" + port + "/mcp"), options -> options.allowForms());
            Await.until(
                    () -> names(tools).contains("files_trigger-elicitation-request"), () -> "the list did not change");
            ToolRuntime session = program.session(tools);

            assertThat(text(McpFixture.call(session, "files_echo", Json.object().with("message", "over HTTP"))))
                    .contains("over HTTP");
            assertThat(McpFixture.code(McpFixture.call(session, "files_trigger-elicitation-request", Json.object())))
                    .isEmpty();
            Json steps = Json.object().with("duration", 1).with("steps", 4);
            assertThat(text(McpFixture.call(session, "files_trigger-long-running-operation", steps)))
                    .contains("4");
            assertThat(cancelled(session)).isEqualTo("CANCELLED");
            tools.close();
            Await.until(() -> log().contains("session termination"), () -> "the session stays: " + log());
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Cancels a call that would take half a minute, when it has begun. */
    private static String cancelled(ToolRuntime session) {
        Cancellation ends = Cancellation.create();
        Json steps = Json.object().with("duration", 30).with("steps", 300);
        CompletableFuture<ToolEnvelope> call = CompletableFuture.supplyAsync(
                () -> McpFixture.call(session, "files_trigger-long-running-operation", steps, ends));
        ends.cancel("the test has seen enough");
        return McpFixture.code(call.join());
    }

    @Test
    @DisplayName("MC14 server-filesystem: files inside its folder, and an error for one outside")
    void mc14_filesystem() throws IOException {
        Path open = Files.createDirectory(folder.toRealPath().resolve("open"));
        McpTools tools = program.connect(server("server-filesystem", open.toString()), options -> options);
        ToolRuntime session = program.session(tools);

        Json file = Json.object().with("path", open.resolve("a.txt").toString());
        assertThat(McpFixture.code(McpFixture.call(session, "files_write_file", file.with("content", "A wall."))))
                .isEmpty();
        assertThat(open.resolve("a.txt")).hasContent("A wall.");
        assertThat(text(McpFixture.call(session, "files_read_text_file", file))).contains("A wall.");
        ToolEnvelope outside =
                McpFixture.call(session, "files_read_text_file", Json.object().with("path", "/etc/hostname"));
        assertThat(McpFixture.code(outside)).isEqualTo("FAILED");
        assertThat(outside.failure().orElseThrow().message()).containsIgnoringCase("denied");
        assertThat(tools.leftOut()).isEmpty();
    }

    @Test
    @DisplayName("MC14 our own server: the newest revision, cancellation by the end of the stream, changes of the list")
    void mc14_ownServer() throws Exception {
        try (ConformanceServer server = new ConformanceServer(folder)) {
            AtomicInteger changes = new AtomicInteger();
            Secret token = Secret.of(("Bearer " + server.server().token()).toCharArray());
            McpTools tools = program.connect(
                    McpTransport.http(server.server().address().toString()).withHeader("Authorization", token),
                    options -> options.allowForms().changeListener(changes::incrementAndGet));
            ToolRuntime session = program.session(tools);

            assertThat(text(McpFixture.call(session, "files_test_simple_text", Json.object())))
                    .contains("This is a simple text");
            assertThat(McpFixture.call(session, "files_test_image_content", Json.object())
                            .parts())
                    .hasSize(1);
            Await.until(
                    () -> {
                        server.server().toolsChanged();
                        return changes.get() > 0;
                    },
                    () -> "no change was noticed");
        }
    }

    @Test
    @DisplayName("MC30 a call of our own server that lasts is one call: progress, a form, the outcome, a cancellation")
    void mc30_ownServerWithTasks() throws Exception {
        try (ConformanceServer server = new ConformanceServer(folder)) {
            Secret token = Secret.of(("Bearer " + server.server().token()).toCharArray());
            McpTools tools = program.connect(
                    McpTransport.http(server.server().address().toString()).withHeader("Authorization", token),
                    McpToolOptions.Builder::allowForms);
            ToolRuntime session = program.session(tools);

            Json seconds = Json.object().with("seconds", 1).with("label", "stairs");
            assertThat(text(McpFixture.call(session, "files_slow_compute", seconds)))
                    .contains("computed stairs");
            assertThat(text(McpFixture.call(session, "files_multi_input", Json.object())))
                    .contains("first", "second");
            ToolEnvelope failed = McpFixture.call(session, "files_failing_job", Json.object());
            assertThat(failed.failure().orElseThrow().message()).contains("intentionally fails");
            Cancellation ends = Cancellation.create();
            CompletableFuture<ToolEnvelope> lasting = CompletableFuture.supplyAsync(
                    () -> McpFixture.call(session, "files_slow_compute", seconds.with("seconds", 600), ends));
            Await.until(() -> server.server().openCalls() == 1, () -> "it does not run");
            ends.cancel("the test has seen enough");
            assertThat(McpFixture.code(lasting.join())).isEqualTo("CANCELLED");
            Await.until(() -> server.server().openCalls() == 0, () -> "the task runs on");
        }
    }

    @Test
    @DisplayName("G1 two programs with our client are two clients of a host, each with its own change")
    void g1_ownClients_areTwo() {
        try (ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                        .approvals(ApprovalRules.builder().allow("*").build())
                        .build();
                McpServer host = McpServer.serve(
                        tools,
                        McpOptions.builder("Floor Planner", "7.5")
                                .allowClients("*")
                                .changes(McpChanges.byTurn())
                                .folder(folder.resolve("mcp"))
                                .build())) {
            Secret token = Secret.of(("Bearer " + host.token()).toCharArray());
            McpTransport there = McpTransport.http(host.address().toString()).withHeader("Authorization", token);
            ToolRuntime first = program.session(program.connect(there, options -> options));
            ToolRuntime second = program.session(program.connect(there, options -> options));
            Json title = Json.object().with("title", "Stairs");

            assertThat(McpFixture.call(first, "files_change_begin", title).isOk())
                    .isTrue();
            assertThat(McpFixture.call(second, "files_change_end", Json.object())
                            .isOk())
                    .as("the change of another client")
                    .isFalse();
            assertThat(McpFixture.call(first, "files_change_end", Json.object()).isOk())
                    .isTrue();
            assertThat(host.clients()).hasSize(2);
        }
    }

    @Test
    @DisplayName("MC31 a skill of a server is read when it is called for, shown whole, and asked about once")
    void mc31_skills() throws Exception {
        try (ConformanceServer server = new ConformanceServer(folder)) {
            Secret token = Secret.of(("Bearer " + server.server().token()).toCharArray());
            McpStore store = McpStore.inMemory();
            for (int start = 1; start <= 2; start++) {
                McpTools tools = program.connect(
                        McpTransport.http(server.server().address().toString()).withHeader("Authorization", token),
                        options -> options.store(store));
                Skill skill = tools.skills().get(0);
                assertThat(skill.name()).isEqualTo("files-stairs");
                assertThat(skill.description() + skill.instructions()).doesNotContain("Designs", "# Stairs");
                program.asked.clear();
                ToolRuntime session = program.session(
                        skill.tools(), ApprovalRules.builder().allow("*").build());
                if (start == 1) {
                    program.person(McpFixture::refuse);
                    assertThat(McpFixture.code(McpFixture.call(session, "use_files-stairs", Json.object())))
                            .isEqualTo("DENIED");
                    program.person(McpFixture::agree);
                }
                ToolEnvelope used = McpFixture.call(session, "use_files-stairs", Json.object());
                assertThat(used.result().get("instructions").asText()).isEqualTo("# Stairs");
                assertThat(ContentOrigin.of(used)).isEqualTo(ContentOrigin.MCP);
                Json file = Json.object().with("file", "tables/runs of stairs.csv");
                assertThat(text(McpFixture.call(session, "read_files-stairs", file)))
                        .contains("180,270");
                assertThat(program.asked).hasSize(start == 1 ? 2 : 0);
                if (start == 1) {
                    assertThat(program.asked.get(0).title()).isEqualTo("Skill stairs of files");
                    assertThat(program.asked.get(1).opened().text())
                            .contains("Designs stairs.", "# Stairs", "runs of stairs.csv", "180,270");
                }
            }
        }
    }

    @Test
    @DisplayName("MC16 two servers and one agent in one session: its calls, approvals and labels")
    void mc16_twoServersAndOneAgent() throws Exception {
        Path open = Files.createDirectory(folder.toRealPath().resolve("plans"));
        Files.writeString(open.resolve("plan.txt"), "Walls: 7");
        McpTools files = program.connect(server("server-filesystem", open.toString()), options -> options);
        McpTools other = McpTools.connect(
                server("server-everything"),
                McpToolOptions.builder("sums", JsonSchemas.service())
                        .trustDefinitions()
                        .build());
        String plan = open.resolve("plan.txt").toString();
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("c1", "files_read_text_file", Map.of("path", plan))
                .callsTool("c2", "sums_get-sum", Map.of("a", 7, "b", 1))
                .nextRound()
                .says("There are 8 walls.");
        List<Question> asked = new CopyOnWriteArrayList<>();
        try (other;
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(model)
                        .approvals(ApprovalRules.builder()
                                .allow("*")
                                .ask("#destructive")
                                .build())
                        .questionHandler(question -> {
                            asked.add(question);
                            McpFixture.agree(question);
                        })
                        .build();
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none(), own -> {
                            files.contribute(own);
                            other.contribute(own);
                        })) {
            AiReturn answer = session.send("How many walls are there with one more?");

            assertThat(answer.text()).isEqualTo("There are 8 walls.");
            List<ToolEnvelope> results = answer.interactions().stream()
                    .filter(Interaction.ToolResult.class::isInstance)
                    .map(result -> ((Interaction.ToolResult) result).envelope())
                    .toList();
            assertThat(results).hasSize(2).allMatch(result -> ContentOrigin.of(result) == ContentOrigin.MCP);
            assertThat(results.get(0).toJson().text()).contains("Walls: 7");
            assertThat(asked).hasSize(2); // neither server is believed that its tool changes nothing
        }
    }
}
