package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.http.internal.ClientKey;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import dev.plumbline.tool.IToolExecutor;
import dev.plumbline.tool.internal.LastingApprovals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** One client is one process: nothing that one client was allowed, began or was shown serves another of its name. */
class OneClientLawTest {
    private static final int MOST_TASKS = 5;
    private static final StateKey<String> LEFT = StateKey.of("left", StateKey.Scope.SESSION, "");

    private Path folder;

    @BeforeProperty
    void open() throws IOException {
        folder = Files.createTempDirectory("mcp-clients");
    }

    @AfterProperty
    void delete() throws IOException {
        MoreFiles.delete(folder);
    }

    /** How a client connects. */
    enum Way {
        /** Revision 2026-07-28, with a key. */
        KEYED,
        /** Revision 2026-07-28, without a key: it cannot be distinguished from others, so a task is its who has the id. */
        BARE,
        SESSION,
        BRIDGE,
        BRIDGE_WITH_SESSION;

        boolean isKnown() {
            return this != BARE;
        }

        boolean hasTasks() {
            return this != SESSION && this != BRIDGE_WITH_SESSION;
        }
    }

    /** What one of the clients does. */
    record Step(int client, String what) {}

    /** Clients of one name, and what they do. */
    record Program(List<Way> clients, List<Step> steps) {}

    @Provide
    Arbitrary<Program> programs() {
        Arbitrary<Step> steps = Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of("begin", "end", "touch", "touch", "last", "get", "cancel"))
                .as(Step::new);
        return Combinators.combine(
                        Arbitraries.of(Way.class).list().ofSize(4),
                        steps.list().ofMinSize(4).ofMaxSize(14))
                .as(Program::new);
    }

    @Tag("slow")
    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    @Label("G1 nothing that one client was allowed, began or was shown serves another")
    void g1_whatIsOfOneClient_servesNoOther(@ForAll("programs") Program program) {
        List<String> changes = new CopyOnWriteArrayList<>();
        FakeTools tools = new FakeTools()
                .add("touch", (call, scope) -> touched(call.arguments(), scope))
                .addEndless(new CountDownLatch(1), new CountDownLatch(1));
        McpOptions options = McpOptions.builder("Test Host", "1.0")
                .folder(folder)
                .allowClients("*")
                .changes(new McpChanges() {
                    @Override
                    public void begin(String change, String title) {
                        changes.add(change);
                    }

                    @Override
                    public void end(String change) {
                        changes.add("");
                    }
                })
                .build();
        List<Client> clients = new ArrayList<>();
        try (McpServer server = McpServer.serve(tools, options)) {
            program.clients().forEach(way -> clients.add(new Client(way, server)));
            play(program, clients, changes);
        } finally {
            clients.forEach(Client::close);
        }
    }

    /** Returns what earlier calls have left, and leaves the name of this client. */
    private static ToolEnvelope touched(Json arguments, IToolExecutor.CallScope scope) {
        String me = arguments.get("me").asText();
        Json seen = Json.object()
                .with("state", scope.state().get(LEFT))
                .with("approvals", scope.approvals().get(LEFT))
                .with("lasting", scope.approvals().get(LastingApprovals.POSSIBLE))
                .with("session", scope.ids().session())
                .with("turn", scope.ids().turn());
        scope.state().update(LEFT, before -> me);
        scope.approvals().update(LEFT, before -> me);
        return ToolEnvelope.ok(seen);
    }

    private static void play(Program program, List<Client> clients, List<String> changes) {
        int holder = -1;
        Map<String, Integer> sessions = new HashMap<>();
        boolean[] touched = new boolean[clients.size()];
        Map<String, Client> tasks = new HashMap<>();
        for (Step step : program.steps()) {
            Client client = clients.get(step.client());
            boolean known = client.way.isKnown();
            switch (step.what()) {
                case "begin" -> {
                    boolean begun = client.call("change_begin", Json.object().with("title", "t"));
                    assertThat(begun).as("begins").isEqualTo(known && holder < 0);
                    holder = begun ? step.client() : holder;
                }
                case "end" -> {
                    boolean ended = client.call("change_end", Json.object());
                    assertThat(ended).as("ends").isEqualTo(known && holder == step.client());
                    holder = ended ? -1 : holder;
                }
                case "last" -> {
                    if (client.way.hasTasks() && tasks.size() < MOST_TASKS) {
                        boolean unused = client.call("endless", Json.object());
                        tasks.put(client.last.at("/result/taskId").asText(), client);
                    }
                }
                case "get", "cancel" ->
                    tasks.forEach((task, owner) -> assertThat(client.asks("tasks/" + step.what(), task))
                            .as("%s of a task of %s by %s", step.what(), owner.way, client.way)
                            .isEqualTo(client == owner || (client.way == Way.BARE && owner.way == Way.BARE)));
                default -> {
                    assertThat(client.call("touch", Json.object().with("me", "c" + step.client())))
                            .isTrue();
                    Json seen = client.result();
                    String mine = known && touched[step.client()] ? "c" + step.client() : "";
                    assertThat(seen.get("state").asText()).as("shown").isEqualTo(mine);
                    assertThat(seen.get("approvals").asText()).as("allowed").isEqualTo(mine);
                    assertThat(seen.get("lasting").asBoolean()).isEqualTo(known);
                    Integer before = sessions.put(seen.get("session").asText(), step.client());
                    assertThat(before).as("journal").isEqualTo(mine.isEmpty() ? null : step.client());
                    String open = holder < 0 ? "" : changes.get(changes.size() - 1);
                    assertThat(seen.get("turn").asText().equals(open))
                            .as("in the open change")
                            .isEqualTo(holder == step.client());
                    touched[step.client()] = true;
                }
            }
        }
    }

    /** A client, of the name that all have. */
    private static final class Client implements AutoCloseable {
        private final Way way;
        private final RawHttp http;
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final PipedOutputStream in = new PipedOutputStream();
        private final Thread bridge;
        private int number;
        private Json last = Json.object();

        Client(Way way, McpServer server) {
            this.way = way;
            this.http = new RawHttp(server)
                    .with(ClientKey.HEADER, UUID.randomUUID().toString())
                    .withTasks();
            this.bridge = bridge(server.accessFile().getParent());
            if (way == Way.BARE) {
                http.without(ClientKey.HEADER);
            } else if (way == Way.SESSION) {
                String session = http.without("MCP-Protocol-Version")
                        .post(initialize())
                        .headers()
                        .get("mcp-session-id");
                http.with("MCP-Protocol-Version", "2025-11-25").with("Mcp-Session-Id", session);
            } else if (way == Way.BRIDGE_WITH_SESSION) {
                bridged(initialize());
            }
        }

        private Thread bridge(Path folder) {
            try {
                PipedInputStream pipe = new PipedInputStream(in, 65_536);
                Thread thread = new Thread(
                        () -> McpBridge.ofDefaults().withFolder(folder).run(pipe, out));
                thread.start();
                return thread;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Json initialize() {
            Json info = Json.object().with("name", "test-client").with("version", "1");
            return JsonRpc.request(
                    "0",
                    "initialize",
                    Json.object()
                            .with("protocolVersion", "2025-11-25")
                            .with("capabilities", Json.object())
                            .with("clientInfo", info));
        }

        /** Calls a tool; returns whether it succeeded. */
        boolean call(String tool, Json arguments) {
            last = request("tools/call", RawHttp.tool(tool, arguments));
            return last.at("/result/isError").equals(Json.of(false));
        }

        /** Sends a request about a task; returns whether it was answered with a result. */
        boolean asks(String method, String task) {
            return request(method, Json.object().with("taskId", task))
                    .get("result")
                    .exists();
        }

        private Json request(String method, Json params) {
            Json request = JsonRpc.request("r" + ++number, method, params);
            return switch (way) {
                case KEYED, BARE -> http.call(method, params).json();
                case SESSION -> http.post(request).json();
                case BRIDGE ->
                    bridged(JsonRpc.request(
                            "r" + number, method, params.with("_meta", RawHttp.metaWithTasks("test-client"))));
                case BRIDGE_WITH_SESSION -> bridged(request);
            };
        }

        Json result() {
            return Json.parse(last.at("/result/content/0/text").asText());
        }

        private Json bridged(Json request) {
            try {
                in.write((request.text() + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            Await.until(() -> answers(request).size() == 1, () -> "no answer in " + out);
            return answers(request).get(0);
        }

        private List<Json> answers(Json request) {
            String written = out.toString(StandardCharsets.UTF_8);
            return written.substring(0, written.lastIndexOf('\n') + 1)
                    .lines()
                    .map(Json::parse)
                    .filter(message -> message.get("id").equals(request.get("id")))
                    .toList();
        }

        @Override
        public void close() {
            try {
                in.close();
                bridge.join(60_000);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertThat(bridge.isAlive()).isFalse();
        }
    }
}
