package dev.plumbline.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of tools: results, cancellations, stops, changes, and questions that nobody can forge an answer to. */
class McpCallsTest {
    private static final McpInput NAME = McpInput.form("Your name?", Json.object());

    @TempDir
    Path folder;

    private final FakeTools tools = new FakeTools().addEcho();
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private McpServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    private McpOptions.Builder options() {
        return McpOptions.builder("Test Host", "1.0").folder(folder).allowClients("*");
    }

    private RawHttp serve(McpOptions options) {
        server = McpServer.serve(tools, options);
        return http();
    }

    private RawHttp http() {
        return new RawHttp(server);
    }

    private static Json call(String tool) {
        return RawHttp.tool(tool, Json.object());
    }

    private String session(String name) {
        Json params = Json.object()
                .with("protocolVersion", "2025-11-25")
                .with("capabilities", Json.object())
                .with("clientInfo", Json.object().with("name", name).with("version", "1"));
        return http().without("MCP-Protocol-Version")
                .post(JsonRpc.request("0", "initialize", params))
                .headers()
                .get("mcp-session-id");
    }

    private RawHttp in(String session) {
        return http().with("MCP-Protocol-Version", "2025-11-25").with("Mcp-Session-Id", session);
    }

    @Test
    @DisplayName("MC4 a text is text, an object is JSON, a failure is isError with code and effect")
    void mc4_results() {
        tools.add("text", (call, scope) -> ToolEnvelope.ok("plain"))
                .add("broken", (call, scope) -> ToolEnvelope.failed(ToolEnvelope.Code.TIMEOUT, "Too slow."))
                .addTyped("list", Json.parse("{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"), List.of("a"));
        serve(options().build());

        assertThat(http().call("tools/call", call("text"))
                        .result()
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("plain");
        Json broken = http().call("tools/call", call("broken")).result();
        assertThat(broken.get("isError").asBoolean()).isTrue();
        assertThat(Json.parse(broken.at("/content/0/text").asText())
                        .get("effect")
                        .asText())
                .isEqualTo("unknown");
        Json list = http().call("tools/call", call("list")).result();
        assertThat(list.at("/structuredContent/items/0").asText()).isEqualTo("a");
        Json schema = http().call("tools/list", Json.object()).result().at("/tools/2/outputSchema");
        assertThat(schema.get("type").asText()).isEqualTo("object");
        assertThat(http().call("tools/call", call("nothing")).code()).isEqualTo(-32602);
    }

    @Test
    @DisplayName("MC4 a tool is listed with title, schema and hints")
    void mc4_list() {
        tools.add("deleteAllWalls", (call, scope) -> ToolEnvelope.ok(null), "destructive", "idempotent");
        Json tool = serve(options().build())
                .call("tools/list", Json.object())
                .result()
                .at("/tools/0");

        assertThat(tool.get("title").asText()).isEqualTo("Delete all walls");
        assertThat(tool.get("annotations").text())
                .isEqualTo("{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":true,"
                        + "\"openWorldHint\":false}");
    }

    @Test
    @DisplayName("MC4 an image is content with a bounded edge, and stands nowhere else")
    void mc4_image_hasABoundedEdge() throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(3000, 100, BufferedImage.TYPE_INT_RGB), "png", png);
        Part image = Part.image(Blob.of(png.toByteArray(), "image/png"));
        tools.add(
                "shot",
                (call, scope) -> ToolEnvelope.ok(Json.object().with("attached", "image/png"))
                        .withParts(image));
        Json result = serve(options().build()).call("tools/call", call("shot")).result();

        assertThat(result.get("content").elements()).hasSize(1);
        assertThat(result.get("structuredContent").exists()).isFalse();
        byte[] sent = Base64.getDecoder().decode(result.at("/content/0/data").asText());
        assertThat(ImageIO.read(new ByteArrayInputStream(sent)).getWidth()).isEqualTo(1568);
    }

    @Test
    @DisplayName("MC5 closing the connection cancels a call of 2026-07-28")
    void mc5_disconnect_cancels() throws InterruptedException {
        tools.addEndless(began, cancelled);
        serve(options().build());
        try (RawHttp.Open open = http().open("tools/call", call("endless"))) {
            began.await();
            open.awaitFirstByte();
        }

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        Await.until(() -> server.openCalls() == 0, () -> "the call stays");
    }

    @Test
    @DisplayName("MC5 closing the connection cancels a call of a session, too")
    void mc5_disconnectOfASession_cancels() throws InterruptedException {
        tools.addEndless(began, cancelled);
        serve(options().build());
        String session = session("mine");
        try (RawHttp.Open open = in(session)
                .start(
                        "POST",
                        JsonRpc.request("7", "tools/call", call("endless")).text())) {
            began.await();
            open.awaitFirstByte();
        }

        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
        Await.until(() -> server.openCalls() == 0, () -> "the call stays");
    }

    @Test
    @DisplayName("MC5 a notification cancels a call of its own session, and of no other")
    void mc5_notification_cancelsItsOwnCall() throws InterruptedException {
        tools.addEndless(began, cancelled);
        serve(options().build());
        String mine = session("mine");
        String other = session("other");
        Json cancel =
                JsonRpc.notification("notifications/cancelled", Json.object().with("requestId", "7"));
        try (RawHttp.Open open = in(mine).start(
                        "POST",
                        JsonRpc.request("7", "tools/call", call("endless")).text())) {
            began.await();
            assertThat(in(other).post(cancel).status()).isEqualTo(202);
            assertThat(cancelled.getCount()).isEqualTo(1);
            assertThat(in(mine).post(cancel).status()).isEqualTo(202);

            assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(open.answer().result().get("isError").asBoolean()).isTrue();
        }
    }

    @Test
    @DisplayName("MC5 a busy host answers at once with what it is doing")
    void mc5_busy_saysWith() throws InterruptedException {
        tools.addEndless(began, cancelled);
        serve(options().limits(McpLimits.ofDefaults().withCalls(1)).build());
        try (RawHttp.Open open = http().open("tools/call", call("endless"))) {
            began.await();
            assertThat(open.socket().isConnected()).isTrue();
            Json answer = http().call("tools/call", call("echo")).result();

            assertThat(answer.get("isError").asBoolean()).isTrue();
            assertThat(answer.at("/content/0/text").asText()).contains("busy with endless");
        }
    }

    @Test
    @DisplayName("MC6 the emergency stop ends every call, and refuses others until resume")
    void mc6_stop_endsEveryCall() throws InterruptedException {
        tools.addEndless(began, cancelled);
        serve(options().build());
        try (RawHttp.Open open = http().open("tools/call", call("endless"))) {
            began.await();
            server.stopCalls();

            assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(open.answer().result().get("isError").asBoolean()).isTrue();
        }
        assertThat(http().call("tools/call", call("echo"))
                        .result()
                        .at("/content/0/text")
                        .asText())
                .contains("stopped all agents");
        server.resume();
        assertThat(http().call("tools/call", call("echo"))
                        .result()
                        .get("isError")
                        .asBoolean())
                .isFalse();
    }

    @Test
    @DisplayName("MC6 in the read-only mode other tools are neither listed nor run")
    void mc6_readOnly() {
        tools.add("draw", (call, scope) -> ToolEnvelope.ok(null));
        serve(options().readOnly().build());

        assertThat(http().call("tools/list", Json.object())
                        .result()
                        .get("tools")
                        .elements())
                .extracting(tool -> tool.get("name").asText())
                .containsExactly("echo");
        assertThat(http().call("tools/call", call("draw")).code()).isEqualTo(-32602);
        server.readOnly(false);
        assertThat(http().call("tools/call", call("draw"))
                        .result()
                        .get("isError")
                        .asBoolean())
                .isFalse();
    }

    @Test
    @DisplayName("MC7 a change is one turn, ends by its time limit, and belongs to its client")
    void mc7_change_isOneTurn() {
        List<String> steps = new CopyOnWriteArrayList<>();
        McpChanges changes = new McpChanges() {
            @Override
            public void begin(String change, String title) {
                steps.add("begin " + title);
            }

            @Override
            public void end(String change) {
                steps.add("end");
            }
        };
        serve(options().changes(changes).build());
        http().call("tools/call", call("echo"));
        http().call("tools/call", RawHttp.tool("change_begin", Json.object().with("title", "A flat")));
        http().call("tools/call", call("echo"));
        http().call("tools/call", call("echo"));
        Json second = http().call(
                        "tools/call", RawHttp.tool("change_begin", Json.object().with("title", "t")), "another")
                .result();
        http().call("tools/call", call("change_end"));

        assertThat(second.at("/content/0/text").asText()).contains("Another client");
        assertThat(steps).containsExactly("begin A flat", "end");
        assertThat(tools.scopes.get(1).ids().turn())
                .isEqualTo(tools.scopes.get(2).ids().turn())
                .isNotEqualTo(tools.scopes.get(0).ids().turn());

        server.close();
        steps.clear();
        serve(options().changes(changes).changeTime(Duration.ofMillis(1)).build());
        http().call("tools/call", RawHttp.tool("change_begin", Json.object().with("title", "B")));
        Await.until(() -> steps.contains("end"), () -> "the change stays open");
    }

    private void asking() {
        tools.add("ask", (call, scope) -> {
            Json answer = CallState.clientOf(scope.state())
                    .orElseThrow()
                    .ask(Map.of("name", NAME))
                    .get("name");
            return ToolEnvelope.ok(answer.at("/content/name").asText());
        });
    }

    private static Json answered(Json params, String state) {
        Json response = Json.object()
                .with("action", "accept")
                .with("content", Json.object().with("name", "Ann"));
        return params.with("requestState", state)
                .with("inputResponses", Json.object().with("name", response));
    }

    @Test
    @DisplayName("MC8 a call that needs input is resumed by its state, once")
    void mc8_state_isUsedOnce() {
        asking();
        serve(options().build());
        Json asked = http().call("tools/call", call("ask")).result();
        String state = asked.get("requestState").asText();

        assertThat(asked.get("resultType").asText()).isEqualTo("input_required");
        assertThat(asked.at("/inputRequests/name/method").asText()).isEqualTo("elicitation/create");
        assertThat(http().call("tools/call", answered(call("ask"), state))
                        .result()
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("Ann");
        assertThat(http().call("tools/call", answered(call("ask"), state)).code())
                .isEqualTo(-32602);
        assertThat(tools.scopes).hasSize(1);
        Await.until(() -> server.openCalls() == 0, () -> "the call stays"); // it leaves soon after its answer
    }

    @Test
    @DisplayName("MC8 a state is worth nothing for another tool, other arguments, another client, another server")
    void mc8_state_isBound() {
        asking();
        serve(options().build());
        String state = http().call("tools/call", call("ask"))
                .result()
                .get("requestState")
                .asText();
        Json otherArguments = answered(RawHttp.tool("ask", Json.object().with("a", 1)), state);

        assertThat(http().call("tools/call", otherArguments).code()).isEqualTo(-32602);
        assertThat(http().call("tools/call", answered(call("echo"), state)).code())
                .isEqualTo(-32602);
        assertThat(http().call("tools/call", answered(call("ask"), state), "another")
                        .code())
                .isEqualTo(-32602);
        assertThat(http().call("tools/call", answered(call("ask"), "e30.e30")).code())
                .isEqualTo(-32602);
        McpServer first = server;
        try (first) {
            serve(options().build());
            assertThat(http().call("tools/call", answered(call("ask"), state)).code())
                    .isEqualTo(-32602);
        }
    }

    @Test
    @DisplayName("MC8 the state of an answered question is refused while the call waits for the next one")
    void mc8_stateOfAnAnsweredQuestion_isRefused() {
        tools.add("askTwice", (call, scope) -> {
            McpClient client = CallState.clientOf(scope.state()).orElseThrow();
            client.ask(Map.of("name", NAME));
            return ToolEnvelope.ok(client.ask(Map.of("name", NAME))
                    .get("name")
                    .at("/content/name")
                    .asText());
        });
        serve(options().build());
        String first = http().call("tools/call", call("askTwice"))
                .result()
                .get("requestState")
                .asText();
        Json second =
                http().call("tools/call", answered(call("askTwice"), first)).result();

        assertThat(second.get("resultType").asText()).isEqualTo("input_required");
        assertThat(http().call("tools/call", answered(call("askTwice"), first)).code())
                .isEqualTo(-32602);
        assertThat(http().call(
                                "tools/call",
                                answered(
                                        call("askTwice"),
                                        second.get("requestState").asText()))
                        .result()
                        .at("/content/0/text")
                        .asText())
                .isEqualTo("Ann");
    }

    @Test
    @DisplayName("MC8 a call whose client does not come back is cancelled")
    void mc8_abandonedQuestion_isCancelled() {
        asking();
        serve(options()
                .limits(McpLimits.ofDefaults().withInputTime(Duration.ofMillis(50)))
                .build());
        http().call("tools/call", call("ask"));

        Await.until(() -> server.openCalls() == 0, () -> "the call stays");
        assertThat(tools.scopes.get(0).cancellation().isCancelled()).isTrue();
    }

    @Test
    @DisplayName("MC9 a hundred calls at once are answered once each, also those that find the host busy")
    void mc9_manyCalls_areAnsweredOnce() throws InterruptedException {
        serve(options()
                .limits(McpLimits.ofDefaults().withRequestsPerSecond(100_000).withCalls(8))
                .build());
        List<Thread> threads = new ArrayList<>();
        List<Json> answers = new CopyOnWriteArrayList<>();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    Json params = RawHttp.tool("echo", Json.object().with("n", number));
                    List<Json> messages = http().call("tools/call", params).messages();
                    answers.addAll(messages);
                } catch (RuntimeException | Error e) {
                    failed.set(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failed.get()).isNull();
        assertThat(answers).hasSize(100).allMatch(answer -> answer.get("result").exists());
    }

    @Test
    @DisplayName("MC9 after close no thread of the server is left")
    void mc9_close_leavesNoThread() throws InterruptedException {
        tools.addEndless(began, cancelled);
        serve(options().build());
        String session = session("listener");
        try (RawHttp.Open stream = in(session).start("GET", "");
                RawHttp.Open call = http().open("tools/call", call("endless"))) {
            began.await();
            stream.awaitFirstByte();
            assertThat(call.socket().isConnected()).isTrue();
            server.close();

            Await.until(() -> threads().isEmpty(), () -> "still there: " + threads());
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("plumbline-mcp") || name.startsWith("HTTP-Dispatcher"))
                .toList();
    }

    @Test
    @DisplayName("W49 a result that is not kept has no link to the rest of it")
    void w49_resultWithoutStore_hasNoLink() {
        tools.add("long", (call, scope) -> ToolEnvelope.ok("cut").withMeta("reference", "0".repeat(64)));
        Json result = serve(options().build()).call("tools/call", call("long")).result();

        assertThat(result.get("content").elements())
                .extracting(block -> block.get("type").asText())
                .containsOnly("text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "resources/list", "resources/templates/list", "prompts/list"})
    @DisplayName("W50 a cursor that the server has not given is refused, in both eras")
    void w50_madeUpCursor_isRefused(String method) {
        serve(options()
                .addResource(McpResource.text("a://b", "b", "text/plain", () -> "x"))
                .addPrompt(McpPrompt.of("p", "A prompt.", "x"))
                .build());
        Json params = Json.object().with("cursor", "cGFnZTI");

        assertThat(http().call(method, params).code()).isEqualTo(JsonRpc.INVALID_PARAMS);
        assertThat(in(session("a")).post(JsonRpc.request("1", method, params)).code())
                .isEqualTo(JsonRpc.INVALID_PARAMS);
        assertThat(http().call(method, Json.parse("{\"cursor\":null}")).result().exists())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"arguments\":\"{\\\"mm\\\":7}\"} | {\"mm\":7}",
                "{\"arguments\":{\"mm\":7}} | {\"mm\":7}",
                "{\"arguments\":null} | {}",
                "{} | {}",
                "{\"arguments\":\"mm=7\"} | ''",
                "{\"arguments\":\"[7]\"} | ''",
                "{\"arguments\":[7]} | ''",
                "{\"arguments\":7} | ''"
            })
    @DisplayName("W50 arguments as a text of JSON are read; others that are not an object are refused in words")
    void w50_argumentsAsText(String params, String seen) {
        Json named = Json.parse(params).with("name", "echo");
        RawHttp.Answer answer = serve(options().build()).call("tools/call", named);

        if (seen.isEmpty()) {
            assertThat(answer.json().at("/error/message").asText()).contains("arguments is an object");
        } else {
            assertThat(answer.result().at("/content/0/text").asText()).isEqualTo(seen);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "change_begin | {} | needs a title",
                "change_begin | {\"title\":7} | needs a title",
                "change_begin | {\"title\":\" \"} | needs a title",
                "change_begin | {\"title\":\"t\",\"x\":1} | nothing else",
                "change_end | {\"x\":1} | has no arguments",
                "change_end | {} | No change is open"
            })
    @DisplayName("G11 the tools for changes take what they declare, and nothing else")
    void g11_changeTools_checkTheirArguments(String tool, String arguments, String why) {
        List<String> begun = new ArrayList<>();
        Json result = serve(options().changes(recording(begun)).build())
                .call("tools/call", RawHttp.tool(tool, Json.parse(arguments)))
                .result();

        assertThat(result.get("isError").asBoolean()).isTrue();
        assertThat(result.at("/content/0/text").asText()).contains(why);
        assertThat(begun).isEmpty();
    }

    @Test
    @DisplayName("G11 who ends a change while that of another client is open reads so")
    void g11_changeOfAnother_isNamed() {
        serve(options().changes(recording(new ArrayList<>())).build());
        http().call("tools/call", RawHttp.tool("change_begin", Json.object().with("title", "t")), "other");

        assertThat(http().call("tools/call", call("change_end"))
                        .result()
                        .at("/content/0/text")
                        .asText())
                .contains("that of another client");
    }

    private static McpChanges recording(List<String> begun) {
        return new McpChanges() {
            @Override
            public void begin(String change, String title) {
                begun.add(title);
            }

            @Override
            public void end(String change) {}
        };
    }
}
