package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpInput;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server of others receives of a conversation with redaction, and what the model receives of the server. */
class McpClientRedactionTest {
    private static final String VALUE = "hunter2x99";
    private static final String MAIL = "anna.berg@example.org";

    @TempDir
    Path folder;

    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private static AiRuntime.Builder runtime(ScriptedProvider model) {
        return AiRuntime.builder()
                .addProvider(model)
                .approvals(ApprovalRules.builder().allow("*").build())
                .redaction(RedactionOptions.ofDefaults());
    }

    private McpTools connect(AiRuntime ai, McpTransport transport, Function<AiBody, AiReturn> model) {
        return McpTools.connect(
                transport,
                McpToolOptions.builder("files", ai.schemas())
                        .limits(McpFixture.PATIENT)
                        .trustDefinitions()
                        .allowForms()
                        .sampling(model)
                        .log(log::add)
                        .questionHandler(question -> {
                            asked.add(question);
                            McpFixture.agree(question);
                        })
                        .build());
    }

    private static String sent(ScriptedProvider model) {
        return model.calls().stream()
                .map(call -> call.effective().stream()
                                .map(item -> item.toJson().text())
                                .collect(Collectors.joining("\n"))
                        + call.tools())
                .collect(Collectors.joining("\n"));
    }

    private static String read(ConversationSession session) {
        return session.path().stream()
                .flatMap(entry -> entry.interactions().stream())
                .filter(item -> !(item instanceof Interaction.ToolCall))
                .map(item -> item.toJson().text())
                .collect(Collectors.joining("\n"));
    }

    /** Returns results of all kinds of content, each with a text in all its places. */
    private static List<Json> results(String text) {
        Json plain = Json.object().with("type", "text").with("text", text);
        Json link = Json.object()
                .with("type", "resource_link")
                .with("uri", "plan://rooms/" + text)
                .with("name", text)
                .with("title", text)
                .with("description", text);
        Json embedded = Json.object()
                .with("type", "resource")
                .with("resource", Json.object().with("uri", "plan://" + text).with("text", text));
        List<Json> results = new ArrayList<>();
        for (List<Json> blocks :
                List.of(List.of(plain), List.of(link), List.of(embedded), List.of(plain, link, embedded))) {
            Json result = Json.object().with("content", blocks);
            results.add(result);
            results.add(result.with("isError", true));
            results.add(result.with("structuredContent", Json.object().with("note", text)));
        }
        return results;
    }

    @Test
    @DisplayName(
            "52 links, embedded resources, errors and structured results of a server hide what the conversation knows")
    void w52_results_hideValues() throws Exception {
        List<Json> results = new ArrayList<>();
        for (String text : List.of(
                "They refuse " + VALUE + " there.",
                VALUE,
                "write to " + MAIL,
                "They refuse hunter\u200b2x99 there, and anna.\u00adberg@example.org")) {
            results.addAll(results(text));
        }
        ScriptedProvider model = ScriptedProvider.create().says("Yes.");
        for (int i = 0; i < results.size(); i++) {
            model.callsTool("files_read", Map.of("note", VALUE + " and " + MAIL, VALUE, List.of(MAIL)))
                    .nextRound();
        }
        model.says("I know " + VALUE + ".");
        List<Json> left = new CopyOnWriteArrayList<>(results);
        try (HostileHttp server = new HostileHttp();
                AiRuntime ai = runtime(model).build()) {
            server.page("/mcp", exchange -> server.mcp(exchange, request -> left.remove(0)));
            try (McpTools tools = connect(ai, McpTransport.http(server.url()), ai::send);
                    ConversationSession session = ai.session(
                            AiBody.builder().toolFilter("*").build(),
                            SessionOptions.builder()
                                    .budget(SessionOptions.Budget.ofDefaults()
                                            .withRounds(100)
                                            .withToolCalls(10, 100))
                                    .build(),
                            tools)) {
                session.send("My password: " + VALUE + " for " + MAIL);
                assertThat(session.send("Go on.").isOk()).isTrue();
                assertThat(left).isEmpty();
                assertThat(read(session)).contains("They refuse " + VALUE).doesNotContainPattern("[A-Z]+_[0-9a-f]{16}");
            }
            assertThat(String.join("\n", server.bodies) + server.requests)
                    .contains("KEY_", "MAIL_")
                    .doesNotContain(VALUE, MAIL);
        }
        assertThat(sent(model))
                .contains("KEY_", "MAIL_")
                .doesNotContain(VALUE, MAIL)
                .doesNotContainPattern("hunter|2x99|anna\\.|berg@");
    }

    @Test
    @DisplayName(
            "F6 a server that asks with a form, or for a model, receives nothing hidden, and the person reads whom it means")
    void f6_forms_hideValuesAndExplainThem() {
        List<String> received = new CopyOnWriteArrayList<>();
        Json anything = Json.parse("{\"type\":\"object\"}");
        Json fields = Json.parse("{\"type\":\"object\",\"properties\":{\"town\":{\"type\":\"string\"}}}");
        ScriptedProvider others = ScriptedProvider.create().says("Yes.").repeats();
        ScriptedProvider model = ScriptedProvider.create()
                .says("Yes.")
                .callsTool("files_form", Map.of("to", MAIL))
                .nextRound()
                .callsTool("files_sample", Map.of("to", MAIL))
                .says("I like it.")
                .says("Done.")
                .says("Done.");
        try (AiRuntime theirs = AiRuntime.builder()
                        .addProvider(others)
                        .approvals(ApprovalRules.builder().allow("*").build())
                        .addTools(
                                AiTool.of("form", "Asks.", anything, (arguments, context) -> {
                                    received.add(arguments.text());
                                    Json answer = McpServer.clientOf(context)
                                            .orElseThrow()
                                            .ask(Map.of(
                                                    "it",
                                                    McpInput.form(
                                                            "Send to "
                                                                    + arguments
                                                                            .get("to")
                                                                            .asText() + "?",
                                                            fields)))
                                            .get("it");
                                    received.add(answer.text());
                                    return ToolEnvelope.ok(answer).withParts(Part.text("asked " + answer));
                                }),
                                AiTool.of("sample", "Asks.", anything, (arguments, context) -> {
                                    received.add(arguments.text());
                                    Json answer = McpServer.clientOf(context)
                                            .orElseThrow()
                                            .ask(Map.of(
                                                    "it",
                                                    McpInput.sampling(
                                                            "Write to "
                                                                    + arguments
                                                                            .get("to")
                                                                            .asText(),
                                                            100)))
                                            .get("it");
                                    received.add(answer.text());
                                    throw new ToolException("refused: " + answer);
                                }))
                        .build();
                McpServer server = McpServer.serve(
                        theirs.toolExecutor(),
                        McpOptions.builder("Walls", "1")
                                .allowClients("*")
                                .folder(folder)
                                .approvalsAtClient("*")
                                .build());
                AiRuntime ai = runtime(model).build();
                McpTools tools = connect(
                        ai,
                        McpTransport.http(server.address().toString())
                                .withHeader("Authorization", Secret.of(("Bearer " + server.token()).toCharArray())),
                        ai::send);
                ConversationSession session =
                        ai.session(AiBody.builder().toolFilter("*").build(), SessionOptions.none(), tools)) {
            session.send("My password: " + VALUE + " for " + MAIL);
            assertThat(session.send("Go on.").isOk()).isTrue();
            session.send("Go on.");
        }
        assertThat(asked)
                .hasSize(2)
                .allSatisfy(question -> assertThat(question.text()).contains("MAIL_", "which stands for " + MAIL));
        assertThat(received).hasSize(4).anyMatch(text -> text.contains("MAIL_"));
        assertThat(String.join("\n", received)).doesNotContain(VALUE, MAIL);
        assertThat(sent(model)).contains("Write to MAIL_").doesNotContain(VALUE, MAIL);
    }
}
