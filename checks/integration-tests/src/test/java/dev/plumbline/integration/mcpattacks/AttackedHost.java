package dev.plumbline.integration.mcpattacks;

import dev.plumbline.body.Part;
import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpChanges;
import dev.plumbline.mcp.McpInput;
import dev.plumbline.mcp.McpLimits;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpPrompt;
import dev.plumbline.mcp.McpResource;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A host with tools, resources and prompts, whose person says no to everything. It notes all that runs. */
final class AttackedHost implements AutoCloseable {
    final List<String> ran = new CopyOnWriteArrayList<>();
    final List<Question> asked = new CopyOnWriteArrayList<>();
    final List<String> changes = new CopyOnWriteArrayList<>();
    final AtomicInteger running = new AtomicInteger();
    /** Whether the person answers no; otherwise nobody answers. */
    volatile boolean personAnswers = true;

    private final AiRuntime ai;
    private final McpServer server;

    AttackedHost(Path folder, UnaryOperator<McpOptions.Builder> more) {
        ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addTools(new Walls())
                .approvals(
                        ApprovalRules.builder().allow("*").ask("#destructive").build())
                .questionHandler(this::refuse)
                .build();
        McpOptions.Builder options = McpOptions.builder("Walls", "1.0")
                .allowClients("test, victim, attacker")
                .questionHandler(this::refuse)
                .folder(folder)
                .limits(McpLimits.ofDefaults().withRequestsPerSecond(10_000))
                .tools("* -hidden")
                .changes(new Steps())
                .changeTime(Duration.ofMinutes(1))
                .approvalsAtClient("#destructive")
                .addResource(new McpResource("plan://walls/{id}", "wall", "", "text/plain", (values, client) -> {
                    ran.add("read " + values.get("id"));
                    return Part.text(String.valueOf(values.get("id")));
                }))
                .addPrompt(new McpPrompt(
                        "review",
                        "",
                        List.of(McpPrompt.Argument.required("wall", "")
                                .withCompletions(beginning -> List.of("x".repeat(beginning.length())))),
                        (values, client) -> List.of(McpPrompt.Message.user("Review."))));
        server = McpServer.serve(ai.toolExecutor(), more.apply(options).build());
    }

    private void refuse(Question question) {
        asked.add(question);
        if (personAnswers) {
            question.answer(question.fallback());
        }
    }

    McpServer server() {
        return server;
    }

    /** Returns a client that the host has allowed. */
    RawClient client() {
        return new RawClient(server);
    }

    RawClient client(String name) {
        return client().named(name);
    }

    /** Returns whether an honest client is served now. */
    boolean serves() {
        return client("victim").call("walls", Json.object()).status() == 200;
    }

    @Override
    public void close() {
        server.close();
        ai.close();
    }

    private final class Steps implements McpChanges {
        @Override
        public void begin(String change, String title) {
            changes.add("begin " + title);
        }

        @Override
        public void end(String change) {
            changes.add("end");
        }
    }

    /** The tools. */
    final class Walls {
        @Tool(value = "Counts walls.", readOnly = true, affinity = ThreadAffinity.POOL)
        int walls() {
            ran.add("walls");
            return 4;
        }

        @Tool(value = "Deletes a wall.", destructive = true, affinity = ThreadAffinity.POOL)
        String deleteWall(String id) {
            ran.add("delete " + id);
            return "deleted";
        }

        @Tool(value = "Is not offered.", affinity = ThreadAffinity.POOL)
        String hidden() {
            ran.add("hidden");
            return "";
        }

        @Tool(value = "Lists very many walls.", readOnly = true, affinity = ThreadAffinity.POOL)
        List<String> manyWalls() {
            return IntStream.range(0, 20_000).mapToObj(i -> "wall " + i).toList();
        }

        @Tool(value = "Asks the client.", affinity = ThreadAffinity.POOL)
        String askName(ToolContext call) {
            ran.add("ask");
            McpInput form = McpInput.form("Your name?", Json.object());
            return McpServer.clientOf(call)
                    .orElseThrow()
                    .ask(Map.of("name", form))
                    .get("name")
                    .at("/content/name")
                    .asText();
        }

        @Tool(value = "Runs until it is cancelled.", affinity = ThreadAffinity.POOL, timeoutMillis = 120_000)
        String endless(ToolContext call) throws InterruptedException {
            CountDownLatch end = new CountDownLatch(1);
            call.cancellation().onCancel(end::countDown);
            running.incrementAndGet();
            try {
                end.await();
                return "";
            } finally {
                running.decrementAndGet();
            }
        }
    }
}
