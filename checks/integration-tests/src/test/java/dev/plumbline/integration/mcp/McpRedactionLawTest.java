package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.integration.redteam.HiddenValues;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpInput;
import dev.plumbline.mcp.McpLimits;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpPrompt;
import dev.plumbline.mcp.McpResource;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolLimits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/**
 * For every document and every way in which it leaves to an agent, nothing that a scan of the whole hides is in the bytes
 * that the server sends.
 */
class McpRedactionLawTest {
    private static final Json CAN_ANSWER = Json.object()
            .with("elicitation", Json.object())
            .with("sampling", Json.object())
            .with("roots", Json.object());
    private static final Json NO_ARGUMENTS = Json.parse("{\"type\":\"object\"}");
    private static final Json ONE_TEXT =
            Json.parse("{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}},\"required\":[\"to\"]}");

    private final List<String> received = new CopyOnWriteArrayList<>();
    private Path folder;

    @BeforeProperty
    void open() throws Exception {
        folder = Files.createTempDirectory("mcp-redaction");
    }

    @AfterProperty
    void delete() throws Exception {
        Files.deleteIfExists(folder);
    }

    /** A document in a program, and all ways out of it. */
    private final class Program implements AutoCloseable {
        private final AiRuntime ai;
        private final McpServer server;
        private final StatelessClient client;
        private final StatelessClient withTasks;
        private final Semaphore goOn = new Semaphore(0);

        Program(String text, Json json, UnaryOperator<McpOptions.Builder> more) {
            ai = AiRuntime.builder()
                    .addProvider(ScriptedProvider.create())
                    .addTools(
                            tool("text", context -> text),
                            tool("json", context -> json),
                            tool("part", context -> ToolEnvelope.ok("see").withParts(Part.text(text))),
                            tool("fails", context -> {
                                throw new ToolException(text);
                            }),
                            tool("reports", context -> {
                                context.progress(0.5, text);
                                context.publish(Json.object().with("text", text));
                                return "reported";
                            }),
                            tool("lasts", context -> {
                                context.progress(0.5, text);
                                goOn.acquire();
                                answer(context, McpInput.form(text, form(text)));
                                return ToolEnvelope.ok(json).withParts(Part.text(text));
                            }),
                            tool("lasts_and_fails", context -> {
                                goOn.acquire();
                                throw new ToolException(text);
                            }),
                            tool("asks", context -> answer(context, McpInput.form(text, form(text)))),
                            tool("samples", context -> answer(context, McpInput.sampling(text, 100))),
                            AiTool.of("described", "Sends to " + text, NO_ARGUMENTS, (arguments, context) -> "sent"),
                            AiTool.of("send", "Sends.", ONE_TEXT, (arguments, context) -> {
                                received.add(arguments.get("to").asText());
                                return "sent to " + arguments.get("to").asText();
                            }))
                    .approvals(ApprovalRules.builder().allow("*").ask("send").build())
                    .questionHandler(question -> {})
                    .toolLimits(ToolLimits.ofDefaults().withResultBytes(1_500))
                    .redaction(RedactionOptions.ofDefaults().withRestoredFor("send"))
                    .build();
            McpOptions.Builder options = McpOptions.builder("Walls " + UUID.randomUUID(), "1")
                    .allowClients("test")
                    .folder(folder)
                    .limits(McpLimits.ofDefaults().withPageCharacters(700))
                    .approvalsAtClient("*")
                    .instructions(text)
                    .addResource(McpResource.text("plan://text", "Text", "text/plain", () -> text)
                            .withDescription(text))
                    .addResource(McpResource.text("plan://json", "Json", "application/json", json::text))
                    .addResource(McpResource.bytes(
                            "plan://file",
                            "File",
                            "text/plain",
                            () -> Blob.of(text.getBytes(StandardCharsets.UTF_8), "text/plain")))
                    .addResource(new McpResource("plan://fails", "Fails", "", "text/plain", (variables, its) -> {
                        throw new ToolException(text);
                    }))
                    .addPrompt(new McpPrompt(
                            "prompt",
                            text,
                            List.of(McpPrompt.Argument.optional("who", text)
                                    .withCompletions(beginning -> List.of(text, "another"))),
                            (arguments, its) -> List.of(new McpPrompt.Message("user", Part.text(text)))));
            server = McpServer.serve(ai.toolExecutor(), more.apply(options).build());
            client = new StatelessClient(server, CAN_ANSWER).listening();
            Json tasks = Json.object().with("io.modelcontextprotocol/tasks", Json.object());
            withTasks = new StatelessClient(server, CAN_ANSWER.with("extensions", tasks)).listening();
        }

        private Json call(String tool) {
            return client.call(tool, Json.object());
        }

        /** Uses every way out, and returns all that was sent. */
        String everything() {
            for (String tool : List.of("text", "json", "part", "fails", "reports", "asks", "samples")) {
                Json result = call(tool);
                if (result.get("requestState").exists()) {
                    continue;
                }
                result.get("content").elements().stream()
                        .filter(block -> block.get("uri").exists())
                        .forEach(link -> pages(link.get("uri").asText()));
            }
            task("lasts");
            task("lasts_and_fails");
            for (String uri : List.of("plan://text", "plan://json", "plan://file", "plan://fails")) {
                client.request("resources/read", Json.object().with("uri", uri));
            }
            client.request("prompts/get", Json.object().with("name", "prompt"));
            for (String method : List.of(
                    "server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list")) {
                client.request(method, Json.object());
            }
            client.request(
                    "completion/complete",
                    Json.object()
                            .with(
                                    "ref",
                                    Json.object().with("type", "ref/prompt").with("name", "prompt"))
                            .with("argument", Json.object().with("name", "who").with("value", "")));
            return client.received() + withTasks.received();
        }

        /** Asks about a task in each of its states. */
        private void task(String tool) {
            Json task = withTasks.call(tool, Json.object());
            assertThat(task.get("resultType").asText()).as("%s", task).isEqualTo("task");
            Json about = Json.object().with("taskId", task.get("taskId"));
            Json working = withTasks.request("tasks/get", about);
            assertThat(working.at("/result/status").asText()).isEqualTo("working");
            goOn.release();
            Await.until(
                    () -> {
                        Json state = withTasks.request("tasks/get", about).get("result");
                        Json answers = Json.object();
                        for (String key : JsonMembers.object(state, "inputRequests")
                                .fields()
                                .keySet()) {
                            answers = answers.with(key, Json.object().with("action", "decline"));
                        }
                        withTasks.request("tasks/update", about.with("inputResponses", answers));
                        return state.get("status").asText().equals("completed");
                    },
                    () -> "the task does not end: " + withTasks.request("tasks/get", about));
        }

        private void pages(String uri) {
            int pages = 1;
            for (int page = 1; page <= pages; page++) {
                Json read = client.request(
                        "resources/read", Json.object().with("uri", page == 1 ? uri : uri + "?page=" + page));
                Json its = read.at("/result/_meta/dev.plumbline~1pages/pages");
                pages = its.exists() ? its.asInt() : 1;
            }
        }

        @Override
        public void close() {
            server.close();
            ai.close();
        }
    }

    private interface Work {
        Object run(ToolContext context) throws Exception;
    }

    private static AiTool tool(String name, Work work) {
        return AiTool.of(name, "Works.", NO_ARGUMENTS, (arguments, context) -> work.run(context));
    }

    private static Object answer(ToolContext context, McpInput input) {
        return McpServer.clientOf(context)
                .orElseThrow()
                .ask(Map.of("it", input))
                .get("it");
    }

    private static Json form(String text) {
        Json field = Json.object().with("type", "string").with("description", text);
        return Json.object()
                .with("type", "object")
                .with("properties", Json.object().with("password", field));
    }

    private static void check(List<String> hidden, String sent) {
        String plain = sent.replaceAll("[A-Z_]+_[0-9a-f]{16}|[0-9a-f]{64}", "_");
        for (String value : hidden) {
            int half = Math.max(6, value.length() / 2);
            for (int at = 0; at + half <= value.length(); at++) {
                int found = plain.indexOf(value.substring(at, at + half));
                if (found >= 0) {
                    fail("of %s is sent: %s", value, plain.substring(Math.max(0, found - 300), found + half));
                }
            }
        }
    }

    @Tag("slow")
    @Property(tries = 25)
    @Label("S21 G2 whatever way a document takes to an agent, nothing is sent that a scan of the whole hides")
    void s21_everyWay(@ForAll long seed) {
        HiddenValues values = new HiddenValues(seed);
        String text = values.text(120);
        Json json = values.object(40);
        List<String> hidden = new ArrayList<>(values.hiddenIn(text));
        hidden.addAll(values.hiddenIn(json.text()));
        hidden.removeIf(value -> !values.hiddenIn(text).contains(value) && text.contains(value));
        hidden.removeIf(value ->
                !values.hiddenIn(json.text()).contains(value) && json.text().contains(value));
        try (Program program = new Program(text, json, options -> options)) {
            check(hidden, program.everything());
        }
    }

    @Example
    @Label("G2 one line lets a server send the values themselves")
    void g2_withoutRedaction() {
        try (Program program =
                new Program("mail anna@example.org", Json.object(), McpOptions.Builder::withoutRedaction)) {
            assertThat(program.everything()).contains("anna@example.org").doesNotContain("MAIL_");
        }
    }

    @Example
    @Label("G2 an agent works with pseudonyms: the tool that may have the value receives it, questions show none")
    void g2_restoredForTools() {
        try (Program program = new Program("write to anna@example.org", Json.object(), options -> options)) {
            String said = program.call("text").at("/content/0/text").asText();
            String pseudonym = said.substring("write to ".length());
            Json arguments = Json.object().with("to", pseudonym);
            Json asked = program.client.call("send", arguments);
            Json decision =
                    asked
                            .at("/inputRequests/approval/params/requestedSchema/properties/decision/oneOf")
                            .elements()
                            .stream()
                            .map(each -> each.get("const"))
                            .filter(each -> each.asText().startsWith("approve"))
                            .findFirst()
                            .orElseThrow();
            Json answer = Json.object()
                    .with("action", "accept")
                    .with("content", Json.object().with("decision", decision));
            Json done = program.client.resume(
                    "send", arguments, asked, Json.object().with("approval", answer));

            assertThat(pseudonym).startsWith("MAIL_");
            assertThat(received).containsExactly("anna@example.org");
            assertThat(done.at("/content/0/text").asText()).isEqualTo("sent to " + pseudonym);
            assertThat(program.client.received()).doesNotContain("anna@example.org");
        }
    }

    @Example
    @Label("G1 a pseudonym that one client was shown is no value for another of its name")
    void g1_pseudonymOfAnother_isNoValue() {
        try (Program program = new Program("write to anna@example.org", Json.object(), options -> options)) {
            String said = program.call("text").at("/content/0/text").asText();
            Json arguments = Json.object().with("to", said.substring("write to ".length()));
            StatelessClient other = new StatelessClient(program.server, CAN_ANSWER);
            Json asked = other.call("send", arguments);
            Json decision =
                    asked.at("/inputRequests/approval/params/requestedSchema/properties/decision/oneOf/0/const");
            Json answer = Json.object()
                    .with("action", "accept")
                    .with("content", Json.object().with("decision", decision));
            other.resume("send", arguments, asked, Json.object().with("approval", answer));

            assertThat(received).containsExactly(arguments.get("to").asText());
        }
    }
}
