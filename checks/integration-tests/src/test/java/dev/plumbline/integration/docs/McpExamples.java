package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpBridge;
import dev.plumbline.mcp.McpChanges;
import dev.plumbline.mcp.McpInput;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpPrompt;
import dev.plumbline.mcp.McpResource;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.mcpclient.McpAuthorization;
import dev.plumbline.mcpclient.McpStore;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.swing.JButton;

/** The programs of docs/mcp.md. */
final class McpExamples {
    private McpExamples() {}

    static McpServer offer(AiRuntime ai, Consumer<Question> dialog) {
        McpOptions options = McpOptions.builder("Floor Planner", "7.5")
                .questionHandler(dialog)
                .host(HostApplication.swing())
                .build();
        return McpServer.serve(ai.toolExecutor(), options);
    }

    static McpServer withoutModel(ToolRuntime tools, Consumer<Question> dialog) {
        return McpServer.serve(
                tools,
                McpOptions.builder("Floor Planner", "7.5")
                        .questionHandler(dialog)
                        .build());
    }

    static McpServer withValues(AiRuntime ai, Consumer<Question> dialog) {
        return McpServer.serve(
                ai.toolExecutor(),
                McpOptions.builder("Floor Planner", "7.5")
                        .questionHandler(dialog)
                        .withoutRedaction()
                        .build());
    }

    static ToolRuntime tools(HostApplication host, Object annotated, Consumer<Question> dialog) {
        return ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.from(annotated), "")
                .host(host)
                .approvals(ApprovalRules.ofDefaults())
                .questionHandler(dialog)
                .build();
    }

    static McpOptions withChanges(HostApplication host, McpChanges undo, Consumer<Question> dialog) {
        return McpOptions.builder("Floor Planner", "7.5")
                .host(host)
                .changes(undo)
                .changeTime(Duration.ofMinutes(2))
                .questionHandler(dialog)
                .build();
    }

    static JButton stop(McpServer server) {
        JButton stop = new JButton("Stop all agents");
        stop.addActionListener(click -> server.stopCalls());
        return stop;
    }

    static String connected(McpServer server) {
        return server.clients().stream()
                .map(each -> each.client() + " " + String.join(", ", each.running()))
                .collect(Collectors.joining("\n"));
    }

    static ConversationSession withSkills(AiRuntime ai, AiBody body, McpTools server) {
        return ai.session(body, SessionOptions.none(), own -> {
            server.contribute(own);
            server.skills().forEach(own::addSkill);
        });
    }

    static McpOptions withLongTools(Consumer<Question> dialog) {
        return McpOptions.builder("Floor Planner", "7.5")
                .tasksOnly("render_*")
                .questionHandler(dialog)
                .build();
    }

    static McpOptions withDocument(Supplier<String> plan, Consumer<Question> dialog) {
        return McpOptions.builder("Floor Planner", "7.5")
                .addResource(McpResource.text("plan://current", "The open plan", "application/json", plan))
                .addPrompt(McpPrompt.of(
                        "check_escape_routes", "Checks the plan", "Check the escape routes of plan://current."))
                .questionHandler(dialog)
                .build();
    }

    record Exporting() {
        @Tool(value = "Exports the plan.", affinity = ThreadAffinity.POOL, timeoutMillis = 120_000)
        String export(ToolContext call) {
            Json schema = Json.parse("{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}}}");
            McpInput form = McpInput.form("Which name should the file have?", schema);
            return McpServer.clientOf(call)
                    .filter(client -> client.canAnswer(McpInput.Kind.ELICITATION))
                    .map(client -> client.ask(Map.of("name", form)).get("name").text())
                    .orElse("plan");
        }
    }

    static ConversationSession withFiles(AiRuntime ai, AiBody body, Consumer<Question> dialog) {
        McpTools files = McpTools.connect(
                McpTransport.stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", "/plans"),
                McpToolOptions.builder("files", ai.schemas())
                        .questionHandler(dialog)
                        .build());
        return ai.session(body, SessionOptions.none(), files);
    }

    static McpTools fromAddress(AiRuntime ai, Consumer<Question> dialog, Consumer<URI> browser, Path folder) {
        McpStore store = McpStore.inFolder(folder);
        return McpTools.connect(
                McpTransport.http("https://example.com/mcp")
                        .withAuthorization(McpAuthorization.builder(browser)
                                .clientName("Floor Planner")
                                .store(store)
                                .build()),
                McpToolOptions.builder("example", ai.schemas())
                        .questionHandler(dialog)
                        .host(HostApplication.swing())
                        .store(store)
                        .build());
    }

    static void overStandardInput(ToolRuntime tools) throws IOException {
        McpOptions options = McpOptions.builder("Parts", "1.0")
                .allowClients("claude-code")
                .approvalsAtClient("#destructive")
                .build();
        McpServer server = McpServer.serve(tools, options);
        try {
            McpBridge.ofDefaults().withName("Parts").run(System.in, System.out); // until the client closes its end
        } finally {
            server.close();
        }
    }
}
