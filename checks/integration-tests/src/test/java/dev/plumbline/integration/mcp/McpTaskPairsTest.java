package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks and approvals: whoever answers, and whenever, one yes is one call. */
class McpTaskPairsTest {
    private static final Json TASKS = Json.object().with("io.modelcontextprotocol/tasks", Json.object());

    @TempDir
    Path folder;

    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private AiRuntime ai;
    private McpServer server;

    @BeforeEach
    void start() {
        ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addTools(AiTool.of("clear", "Clears.", Json.parse("{\"type\":\"object\"}"), (in, call) -> {
                    ran.add("clear");
                    goOn.await();
                    return "cleared";
                }))
                .approvals(ApprovalRules.builder().ask("clear").build())
                .questionHandler(asked::add)
                .build();
        server = McpServer.serve(
                ai.toolExecutor(),
                McpOptions.builder("Walls", "1")
                        .folder(folder)
                        .allowClients("*")
                        .approvalsAtClient("*")
                        .build());
    }

    @AfterEach
    void stop() {
        goOn.countDown();
        server.close();
        ai.close();
    }

    private static Json state(StatelessClient client, Json task) {
        return client.request("tasks/get", Json.object().with("taskId", task.get("taskId")))
                .get("result");
    }

    private static Json ended(StatelessClient client, Json task) {
        Await.until(
                () -> state(client, task).get("status").asText().equals("completed"),
                () -> "the task does not end: " + state(client, task));
        return state(client, task).get("result");
    }

    @Test
    @DisplayName(
            "MC29 a call that waits for the person in the window is a task; the answer there lets it run, or ends it")
    void mc29_approvalInTheWindow() {
        goOn.countDown();
        StatelessClient client = new StatelessClient(server, Json.object().with("extensions", TASKS));
        for (boolean agrees : List.of(true, false)) {
            asked.clear();
            Json task = client.call("clear", Json.object());
            assertThat(task.get("resultType").asText()).as("%s", task).isEqualTo("task");
            assertThat(state(client, task).get("status").asText()).isEqualTo("working");
            Question question = asked.get(0).opened();
            boolean unused = question.answer(agrees ? question.options().get(0) : question.fallback());

            Json result = ended(client, task);
            assertThat(result.get("isError").asBoolean()).isEqualTo(!agrees);
            assertThat(ran).hasSize(1);
        }
    }

    @Test
    @DisplayName("MC29 a call that the person at the client approved becomes a task when it lasts, and runs once")
    void mc29_approvalAtTheClient() {
        StatelessClient client = new StatelessClient(
                server, Json.object().with("extensions", TASKS).with("elicitation", Json.object()));
        Json first = client.call("clear", Json.object());
        boolean late = first.get("resultType").asText().equals("task"); // a busy machine may take longer to ask
        String key = late ? "approval-1" : "approval";
        Json asking = late ? asking(client, first) : first;
        Json decision =
                asking.at("/inputRequests/" + key + "/params/requestedSchema/properties/decision/oneOf/0/const");
        Json answers = Json.object()
                .with(
                        key,
                        Json.object()
                                .with("action", "accept")
                                .with("content", Json.object().with("decision", decision)));
        Json task = late ? first : client.resume("clear", Json.object(), first, answers);
        if (late) {
            client.request(
                    "tasks/update",
                    Json.object().with("taskId", first.get("taskId")).with("inputResponses", answers));
        }

        assertThat(task.get("resultType").asText()).as("%s", task).isEqualTo("task");
        Await.until(() -> ran.size() == 1, () -> "it does not run: " + state(client, task));
        assertThat(state(client, task).get("status").asText()).isEqualTo("working");
        goOn.countDown();
        assertThat(ended(client, task).at("/content/0/text").asText()).isEqualTo("cleared");
        assertThat(ran).hasSize(1);
    }

    private static Json asking(StatelessClient client, Json task) {
        Await.until(
                () -> state(client, task).get("inputRequests").exists(),
                () -> "it does not ask: " + state(client, task));
        return state(client, task);
    }
}
