package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.jspecify.annotations.Nullable;

/** Whatever becomes of a task and of its connections: the call runs once, and its outcome is that of the task. */
class RemoteTaskLawTest {
    /** How a task ends, with the code of the envelope, and whether the client cancels it at the server. */
    enum End {
        COMPLETED("", false),
        TOOL_FAILED("FAILED", false),
        FAILED("FAILED", false),
        CANCELLED("CANCELLED", false),
        FORGOTTEN("OUTCOME_UNKNOWN", true),
        NONSENSE("INVALID_RESULT", true),
        WITHOUT_RESULT("INVALID_RESULT", false),
        GIVEN_UP("CANCELLED", true),
        GIVEN_UP_AT_ONCE("CANCELLED", true);

        private final String code;
        private final boolean cancels;

        End(String code, boolean cancels) {
            this.code = code;
            this.cancels = cancels;
        }
    }

    /** What the server answers one after the other, and how it ends. */
    record Life(List<String> states, End end) {}

    @Provide
    Arbitrary<Life> lives() {
        Arbitrary<List<String>> states = Arbitraries.of("working", "working", "asks", "asks again", "lost")
                .list()
                .ofMaxSize(6)
                .filter(all -> all.stream().filter("lost"::equals).count() <= 2);
        return Combinators.combine(states, Arbitraries.of(End.class)).as(Life::new);
    }

    @Tag("slow")
    @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
    @Label("MC30 a task is one call with one outcome, asked and answered once, over connections that are lost")
    void mc30_aTask_isOneCall(@ForAll("lives") Life life) {
        FakeContext context = FakeContext.create();
        Server server = new Server(life, () -> context.cancellation().cancel("enough"));
        McpToolOptions options = McpToolOptions.builder("test", new AnySchema())
                .trustDefinitions()
                .roots(List.of(Path.of("plans")))
                .build();
        Cancellation closing = Cancellation.create();
        try (ClientThreads threads = new ClientThreads("test")) {
            ConnectionParts parts = new ConnectionParts("test", threads, options.limits, line -> {});
            HostQuestions questions = new HostQuestions(options, parts, closing);
            RemoteTools tools =
                    new RemoteTools(options, parts, new DefinitionReview(options, questions, "fake"), closing);
            ServerLink link = new ServerLink(
                    server,
                    new ServerRequests(options, parts, questions, closing),
                    new ServerLink.Environment(
                            parts, closing, Duration.ofSeconds(30), new Backoff(threads.time(), Duration.ZERO)),
                    tools::list);
            ServerSession unused = link.session(Cancellation.create());
            tools.review();

            ToolEnvelope outcome = tools.call(tools.usable().get(0), Json.object(), context, link);

            assertThat(outcome.failure().map(failure -> failure.code().name()).orElse(""))
                    .isEqualTo(life.end().code);
            assertThat(server.calls.get()).as("calls").isEqualTo(1);
            assertThat(server.answered).as("each input is given once").isEqualTo(server.asked);
            if (life.end().cancels) {
                Await.until(() -> server.cancelled.get() == 1, () -> "the task runs on");
            } else {
                assertThat(server.cancelled.get()).isZero();
            }
            link.close();
        }
    }

    /** A server of revision 2026-07-28 that makes a task of every call. */
    private static final class Server implements Channel.Opener {
        private final Life life;
        private final Runnable giveUp;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger cancelled = new AtomicInteger();
        private final List<String> asked = new CopyOnWriteArrayList<>();
        private final List<String> answered = new CopyOnWriteArrayList<>();
        private final List<String> left;
        private volatile @Nullable FakeChannel link;

        Server(Life life, Runnable giveUp) {
            this.life = life;
            this.giveUp = giveUp;
            this.left = new ArrayList<>(life.states());
        }

        @Override
        public Channel open(Consumer<Json> receiver, Cancellation ends) {
            link = new FakeChannel(this::answer);
            return link;
        }

        private Json answer(Json request) {
            Json params = request.get("params");
            assertThat(params.at("/_meta/io.modelcontextprotocol~1clientCapabilities/extensions")
                            .fields())
                    .containsKey("io.modelcontextprotocol/tasks");
            Json id = request.get("id");
            switch (request.get("method").asText()) {
                case "server/discover" -> {
                    return JsonRpc.result(
                            id,
                            Json.object()
                                    .with("supportedVersions", List.of(McpRevision.V2026_07_28.text()))
                                    .with("capabilities", Json.object().with("tools", Json.object())));
                }
                case "tools/list" -> {
                    Json tool = Json.object()
                            .with("name", "read")
                            .with("inputSchema", Json.object().with("type", "object"));
                    return JsonRpc.result(id, Json.object().with("tools", List.of(tool)));
                }
                case "tools/call" -> {
                    calls.incrementAndGet();
                    if (life.end() == End.GIVEN_UP_AT_ONCE) {
                        giveUp.run();
                    }
                    return JsonRpc.result(id, state("working").with("resultType", "task"));
                }
                case "tasks/update" ->
                    answered.addAll(params.get("inputResponses").fields().keySet());
                case "tasks/cancel" -> cancelled.incrementAndGet();
                default -> {
                    assertThat(params.get("taskId").asText()).isEqualTo("t1");
                    return next(id);
                }
            }
            return JsonRpc.result(id, Json.object());
        }

        private Json next(Json id) {
            if (left.isEmpty()) {
                return end(id);
            }
            String state = left.remove(0);
            if (state.equals("lost")) {
                Objects.requireNonNull(link).close();
                throw McpFailure.of(McpFailure.Kind.LOST, "the connection ended");
            }
            if (state.equals("asks")) {
                asked.add("k" + asked.size());
            }
            return JsonRpc.result(id, asked.isEmpty() || state.equals("working") ? state("working") : asking());
        }

        private Json asking() {
            Json request = Json.object().with("method", "roots/list");
            return state("input_required")
                    .with("inputRequests", Json.object().with(asked.get(asked.size() - 1), request));
        }

        private Json end(Json id) {
            Json text = Json.object().with("type", "text").with("text", "done");
            Json result = Json.object().with("content", List.of(text));
            return switch (life.end()) {
                case COMPLETED -> JsonRpc.result(id, state("completed").with("result", result));
                case TOOL_FAILED -> JsonRpc.result(id, state("completed").with("result", result.with("isError", true)));
                case FAILED ->
                    JsonRpc.result(
                            id,
                            state("failed")
                                    .with(
                                            "error",
                                            Json.object().with("code", -32603).with("message", "broken")));
                case CANCELLED -> JsonRpc.result(id, state("cancelled"));
                case FORGOTTEN -> JsonRpc.error(id, JsonRpc.INVALID_PARAMS, "no such task");
                case NONSENSE -> JsonRpc.result(id, state("elsewhere"));
                case WITHOUT_RESULT -> JsonRpc.result(id, state("completed"));
                case GIVEN_UP, GIVEN_UP_AT_ONCE -> {
                    giveUp.run();
                    yield JsonRpc.result(id, state("working"));
                }
            };
        }

        private static Json state(String status) {
            return Json.object()
                    .with("taskId", "t1")
                    .with("status", status)
                    .with("statusMessage", "half")
                    .with("pollIntervalMs", 1);
        }
    }
}
