package dev.plumbline.examples.sweethome3d;

import dev.plumbline.body.Selector;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpChanges;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.time.Scheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.JComponent;

/**
 * The tools of one home for agents, over MCP: no model and no key is needed here. All calls between {@code change_begin}
 * and {@code change_end} have one turn, so they are one undo step.
 *
 * @param server the server
 * @param tools what runs its calls
 * @param time the timer of the tools
 */
record AgentServer(McpServer server, ToolRuntime tools, Scheduler time) implements AutoCloseable {

    /** Starts a server; loads many classes, so it is called beside the UI thread. */
    static AgentServer start(HomePlan plan, JComponent view, Consumer<Question> questions) {
        Scheduler time = Scheduler.system(Clock.systemUTC(), AgentServer::daemon);
        ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(toolsOf(plan, view), "")
                .host(HostApplication.swing().withLocale(plan.locale()))
                .time(time)
                .approvals(
                        ApprovalRules.builder().allow("*").ask("#destructive").build())
                .questionHandler(questions)
                .build();
        McpOptions options = McpOptions.builder("Sweet Home 3D", "7.0")
                .instructions("Lengths are centimetres; x grows to the right, y downwards. Put what belongs together"
                        + " between change_begin and change_end, so that the user can take it back at once.")
                .host(HostApplication.swing().withLocale(plan.locale()))
                .questionHandler(questions)
                .changes(McpChanges.byTurn())
                .build();
        return new AgentServer(McpServer.serve(tools, options), tools, time);
    }

    private static List<AiTool> toolsOf(HomePlan plan, JComponent view) {
        return Stream.of(
                        new ReadTools(plan).tools(),
                        new DrawTools(plan).tools(),
                        new EditTools(plan).tools(),
                        new PictureTools(view).tools())
                .flatMap(List::stream)
                .toList();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "plumbline-agents-timer");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns what is offered, with a star at what the user is asked about. */
    String toolNames() {
        return tools.definitions(Selector.ALL).stream()
                .map(tool -> tool.name() + (tool.isDestructive() ? "*" : ""))
                .collect(Collectors.joining(", ", "", " (* asks you first)"));
    }

    @Override
    public void close() {
        server.close();
        tools.close();
        time.close();
    }
}
