package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.event.internal.FailureLog;
import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpResource;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.plugin.Skill;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for the calls of a session holds for those of agents: thread, approval, limits, stored results. */
class McpRuntimeTest {
    private static final Json ELICITATION = Json.object().with("elicitation", Json.object());

    @TempDir
    Path folder;

    private final AtomicReference<Thread> uiThread = new AtomicReference<>();
    private final ExecutorService ui = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "ui");
        uiThread.set(thread);
        return thread;
    });
    private final HostApplication host = HostApplication.of(ui, () -> Thread.currentThread() == uiThread.get());
    private final Walls walls = new Walls();
    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private AiRuntime ai;
    private McpServer server;

    @AfterEach
    void stop() {
        server.close();
        ai.close();
        ui.shutdownNow();
    }

    /** The tools of a host, which keep where they ran. */
    static final class Walls {
        final List<String> ran = new CopyOnWriteArrayList<>();

        @Tool(value = "Lists walls.", readOnly = true)
        List<String> walls() {
            ran.add(Thread.currentThread().getName());
            return IntStream.range(0, 20_000).mapToObj(i -> "wall " + i).toList();
        }

        @Tool(value = "Deletes a wall.", destructive = true)
        String deleteWall(String id) {
            ran.add("delete " + id);
            return "deleted";
        }

        @Tool("Paints a wall.")
        String paint() {
            throw new IllegalStateException("canary");
        }

        @Tool(value = "Asks which wall.", affinity = ThreadAffinity.POOL)
        String askWhich(ToolContext call) {
            ran.add("ask");
            return call.ask("Which one?", List.of("left", "right"), Duration.ofMinutes(1))
                    .orElse("none");
        }
    }

    /** A tool that asks for a number. */
    static final class Measure {
        @Tool(value = "Measures a wall.", affinity = ThreadAffinity.POOL)
        String measure(ToolContext call) {
            InputRequest.Reply<Double> metres =
                    call.ask(InputRequest.number("How long is it?", 0, 10).withDefault(1.0));
            return metres.outcome() + " " + metres.orThrow();
        }
    }

    private StatelessClient serve(Consumer<Question> handler, String atClient) {
        ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addTools(walls, new Measure())
                .host(host)
                .approvals(
                        ApprovalRules.builder().allow("*").ask("#destructive").build())
                .questionHandler(question -> {
                    asked.add(question);
                    handler.accept(question);
                })
                .build();
        server = McpServer.serve(
                ai.toolExecutor(),
                McpOptions.builder("Walls", "1.0")
                        .allowClients("test")
                        .host(host)
                        .folder(folder)
                        .approvalsAtClient(atClient)
                        .build());
        return new StatelessClient(server, ELICITATION);
    }

    private static String text(Json result) {
        return result.at("/content/0/text").asText();
    }

    private static Json wall(String id) {
        return Json.object().with("id", id);
    }

    /** Returns the decision of that id as the client was sent it: one that agrees has the digest of the question. */
    private static Json sent(Json question, String id) {
        return decision(
                question
                        .at("/inputRequests/approval/params/requestedSchema/properties/decision/oneOf")
                        .elements()
                        .stream()
                        .map(each -> each.get("const").asText())
                        .filter(value -> value.equals(id) || value.startsWith(id + " "))
                        .findFirst()
                        .orElseThrow());
    }

    private static Json decision(String id) {
        Json answer = Json.object()
                .with("action", "accept")
                .with("content", Json.object().with("decision", id));
        return Json.object().with("approval", answer);
    }

    @Test
    @DisplayName("N1 what a tool throws in a call of an agent is logged, with its frames and without its message")
    void n1_toolOfAnAgent_isLogged() {
        List<LogRecord> lines = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(FailureLog.LOGGER);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            serve(question -> {}, "").call("paint", Json.object());
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0).getMessage()).startsWith("tool paint threw java.lang.IllegalStateException");
        assertThat(lines.get(0).getThrown().getStackTrace()[0].getMethodName()).isEqualTo("paint");
        assertThat(lines.get(0).getThrown().toString()).doesNotContain("canary");
    }

    @Test
    @DisplayName("MC11 a call runs on the UI thread, as its tool says")
    void mc11_call_runsOnTheUiThread() {
        serve(question -> {}, "").call("walls", Json.object());

        assertThat(walls.ran).containsExactly("ui");
    }

    @Test
    @DisplayName("MC11 an approval is asked in the host's window, and a refusal reaches the client")
    void mc11_approval_inTheWindow() {
        StatelessClient client = serve(
                question -> question.answer(question.options().stream()
                        .filter(option -> option.id().equals(asked.size() == 1 ? "deny" : "approve"))
                        .findFirst()
                        .orElseThrow()),
                "");
        Json refused = client.call("deleteWall", wall("w1"));
        Json allowed = client.call("deleteWall", wall("w2"));

        assertThat(refused.get("isError").asBoolean()).isTrue();
        assertThat(Json.parse(text(refused)).get("code").asText()).isEqualTo("DENIED");
        assertThat(text(allowed)).isEqualTo("deleted");
        assertThat(walls.ran).containsExactly("delete w2");
        assertThat(asked.get(1).text()).contains("w2");
    }

    @Test
    @DisplayName("MC11 an approval is asked at the client by rule, and a used answer approves nothing more")
    void mc11_approval_atTheClient() {
        StatelessClient client = serve(question -> {}, "#destructive");
        Json question = client.call("deleteWall", wall("w1"));
        assertThat(question.get("resultType").asText()).isEqualTo("input_required");
        assertThat(question.at("/inputRequests/approval/params/message").asText())
                .contains("w1");
        assertThat(walls.ran).isEmpty();

        Json done = client.resume("deleteWall", wall("w1"), question, sent(question, "approve"));
        assertThat(text(done)).isEqualTo("deleted");
        Json replayed = client.request(
                "tools/call",
                Json.object()
                        .with("name", "deleteWall")
                        .with("arguments", wall("w1"))
                        .with("requestState", question.get("requestState"))
                        .with("inputResponses", sent(question, "approve")));
        assertThat(replayed.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(walls.ran).containsExactly("delete w1");
    }

    @Test
    @DisplayName("F23 a client that has not read the question cannot approve: it does not know its digest")
    void f23_blindAnswer_approvesNothing() {
        StatelessClient client = serve(question -> {}, "#destructive");
        Json question = client.call("deleteWall", wall("w1"));
        Json refused = client.resume("deleteWall", wall("w1"), question, decision("approve"));

        assertThat(Json.parse(text(refused)).get("code").asText()).isEqualTo("DENIED");
        assertThat(walls.ran).isEmpty();
    }

    @Test
    @DisplayName("F23 a question of more than 4,000 characters is answered in the window alone")
    void f23_longQuestion_isNotAskedAtTheClient() {
        StatelessClient client = serve(question -> question.answer(question.fallback()), "#destructive");
        Json refused = client.call("deleteWall", wall("w".repeat(4_000)));

        assertThat(refused.get("resultType").findText()).isNotEqualTo(Optional.of("input_required"));
        assertThat(Json.parse(text(refused)).get("code").asText()).isEqualTo("DENIED");
    }

    @Test
    @DisplayName("MC11 an answer that was sent before the question approves nothing")
    void mc11_answerInAdvance_approvesNothing() {
        StatelessClient client = serve(question -> {}, "#destructive");
        Json result = client.request(
                        "tools/call",
                        Json.object()
                                .with("name", "deleteWall")
                                .with("arguments", wall("w1"))
                                .with("inputResponses", decision("approve")))
                .get("result");

        assertThat(result.get("resultType").asText()).isEqualTo("input_required");
        assertThat(walls.ran).isEmpty();
    }

    @Test
    @DisplayName("M6 a tool asks the person at the client for a number, in a form; what does not fit is no answer")
    void m6_value_isAskedAtTheClient() {
        StatelessClient client = serve(question -> {}, "measure");
        for (Map.Entry<Json, String> each : Map.of(Json.of(2.5), "ANSWERED 2.5", Json.of(11), "DECLINED 1.0")
                .entrySet()) {
            Json question = client.call("measure", Json.object());
            Json params = question.at("/inputRequests/approval/params");
            assertThat(params.get("message").asText()).contains("How long is it?");
            assertThat(params.at("/requestedSchema/properties/value/maximum").asDouble())
                    .isEqualTo(10);
            Json answer = Json.object()
                    .with("action", "accept")
                    .with("content", Json.object().with("value", each.getKey()));
            Json done = client.resume(
                    "measure", Json.object(), question, Json.object().with("approval", answer));
            assertThat(text(done)).isEqualTo(each.getValue());
        }
    }

    @Test
    @DisplayName("MC11 a tool's own question travels to the client, and the tool runs once")
    void mc11_questionOfATool_keepsItsCall() {
        StatelessClient client = serve(question -> {}, "askWhich");
        Json question = client.call("askWhich", Json.object());
        Json done = client.resume("askWhich", Json.object(), question, sent(question, "1"));

        assertThat(text(done)).isEqualTo("right");
        assertThat(walls.ran).containsExactly("ask");
    }

    @Test
    @DisplayName("MC11 an answer in the window while the client was asked is the answer")
    void mc11_windowAnswersFirst() {
        StatelessClient client = serve(question -> {}, "#destructive");
        Json question = client.call("deleteWall", wall("w1"));
        Await.until(() -> !asked.isEmpty(), () -> "the window was not asked");
        Question open = asked.get(0);
        open.answer(open.fallback());
        Json done = client.resume("deleteWall", wall("w1"), question, sent(question, "approve"));

        assertThat(Json.parse(text(done)).get("code").asText()).isEqualTo("DENIED");
        assertThat(walls.ran).isEmpty();
    }

    @Test
    @DisplayName("MC12 a result over the limit is a resource with pages, for its client alone")
    void mc12_largeResult_hasPages() {
        StatelessClient client = serve(question -> {}, "");
        Json result = client.call("walls", Json.object());
        Optional<Json> link = result.get("content").elements().stream()
                .filter(block -> block.get("type").asText().equals("resource_link"))
                .findFirst();
        String uri = link.orElseThrow().get("uri").asText();
        Json first = client.request("resources/read", Json.object().with("uri", uri));
        Json second = client.request("resources/read", Json.object().with("uri", uri + "?page=2"));

        int pages = first.at("/result/_meta")
                .get("dev.plumbline/pages")
                .get("pages")
                .asInt();
        assertThat(pages).isGreaterThan(5);
        assertThat(first.at("/result/contents/0/text").asText()).contains("wall 0");
        assertThat(second.at("/result/contents/0/text").asText())
                .isNotEqualTo(first.at("/result/contents/0/text").asText());
        Json beyond = client.request("resources/read", Json.object().with("uri", uri + "?page=" + (pages + 1)));
        assertThat(beyond.at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    @DisplayName("G10 a choice is sent with a title for each value, and with the values alone that a client sends back")
    void g10_choice_hasTitles() {
        StatelessClient client = serve(question -> {}, "*");
        Json asked = client.call("askWhich", Json.object());
        Json decision = asked.at("/inputRequests/approval/params/requestedSchema/properties/decision");

        assertThat(decision.get("oneOf").elements())
                .extracting(each -> each.get("title").asText())
                .startsWith("left", "right");
        assertThat(decision.get("enum").exists()).isFalse();
        Json answer = Json.object()
                .with("action", "accept")
                .with("content", Json.object().with("decision", decision.at("/oneOf/1/const")));
        assertThat(text(client.resume(
                        "askWhich", Json.object(), asked, Json.object().with("approval", answer))))
                .isEqualTo("right");
    }

    @Test
    @DisplayName("G20 an agent reads the arguments with which a call ran that a person has changed")
    void g20_editedArguments_areReadByTheAgent() {
        StatelessClient client =
                serve(question -> question.answer(question.options().get(0), wall("w2")), "");
        Json result = client.call("deleteWall", wall("w1"));

        assertThat(walls.ran).contains("delete w2");
        assertThat(Json.parse(result.at("/content/1/text").asText()))
                .isEqualTo(Json.object().with("edited", true).with("arguments", wall("w2")));
    }

    @Test
    @DisplayName("G8 a person who declines what a tool asks is a denial that says what the agent may do")
    void g8_declinedQuestion_isADenial() {
        ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addTools(AiTool.of(
                        "which",
                        "Asks.",
                        Json.parse("{\"type\":\"object\"}"),
                        (arguments, call) ->
                                call.ask(InputRequest.text("Which?")).orThrow()))
                .approvals(ApprovalRules.builder().allow("*").build())
                .questionHandler(question -> question.answer(question.fallback()))
                .build();
        server = McpServer.serve(
                ai.toolExecutor(),
                McpOptions.builder("Walls", "1.0")
                        .allowClients("test")
                        .folder(folder)
                        .build());
        Json error = Json.parse(text(new StatelessClient(server, ELICITATION).call("which", Json.object())));

        assertThat(error.get("code").asText()).isEqualTo("DENIED");
        assertThat(error.get("message").asText())
                .isEqualTo("The person declined to answer what the tool asked. Go on without it.");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("G9 an agent that switches a skill on reads its instructions, and may use its tools then")
    void g9_skillOnDemand_worksForAnAgent(boolean hasInstructions) {
        AiTool paint = AiTool.of("paint", "Paints.", Json.parse("{\"type\":\"object\"}"), (none, call) -> "painted");
        Skill skill = Skill.of("painting", "Painting walls.").withTools(paint).withOnDemand();
        ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addSkill(hasInstructions ? skill.withInstructions("Two coats.") : skill)
                .approvals(ApprovalRules.builder().allow("*").build())
                .build();
        server = McpServer.serve(
                ai.toolExecutor(),
                McpOptions.builder("Walls", "1.0")
                        .allowClients("test")
                        .folder(folder)
                        .build());
        StatelessClient client = new StatelessClient(server, ELICITATION);

        assertThat(text(client.call("paint", Json.object()))).contains("use_painting");
        Json on = Json.parse(text(client.call("use_painting", Json.object())));
        assertThat(on.get("instructions").findText())
                .isEqualTo(hasInstructions ? Optional.of("Two coats.") : Optional.empty());
        assertThat(text(client.call("paint", Json.object()))).isEqualTo("painted");
    }

    @Test
    @DisplayName(
            "G7 a cancelled tool and a declined question are no failures in the log; what a resource throws is one")
    void g7_normalEnds_areNotLogged_unlikeFaults() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord event) {
                logged.add(event.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(FailureLog.LOGGER);
        log.addHandler(handler);
        CountDownLatch began = new CountDownLatch(1);
        Json nothing = Json.parse("{\"type\":\"object\"}");
        ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create())
                .addTools(
                        AiTool.of(
                                "which",
                                "Asks.",
                                nothing,
                                (arguments, call) ->
                                        call.ask(InputRequest.text("Which?")).orThrow()),
                        AiTool.of("waits", "Waits.", nothing, (arguments, call) -> {
                            began.countDown();
                            new CountDownLatch(1).await();
                            return "never";
                        }))
                .approvals(ApprovalRules.builder().allow("*").build())
                .questionHandler(question -> question.answer(question.fallback()))
                .build();
        server = McpServer.serve(
                ai.toolExecutor(),
                McpOptions.builder("Walls", "1.0")
                        .allowClients("test")
                        .folder(folder)
                        .addResource(McpResource.text("a://b", "b", "text/plain", () -> {
                            throw new IllegalStateException("canary");
                        }))
                        .build());
        StatelessClient client = new StatelessClient(server, ELICITATION);
        try {
            assertThat(text(client.call("which", Json.object()))).contains("DENIED");
            CompletableFuture<Json> waits = CompletableFuture.supplyAsync(() -> client.call("waits", Json.object()));
            began.await();
            server.stopCalls();
            assertThat(text(waits.join())).contains("CANCELLED");
            assertThat(logged).isEmpty();
            assertThat(client.request("resources/read", Json.object().with("uri", "a://b"))
                            .at("/error/message")
                            .asText())
                    .isEqualTo("it failed: java.lang.IllegalStateException");
            server.close();
            ai.close(); // waits for the threads of tools
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            log.removeHandler(handler);
        }
        assertThat(logged).singleElement().asString().contains("resources/read").doesNotContain("canary");
    }
}
