package dev.plumbline.examples.imagej;

import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.time.SystemScheduler;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.time.Clock;
import java.util.function.UnaryOperator;

/**
 * ImageJ's tools for agents, with and without a window.
 *
 * @param server the server
 * @param tools what runs its calls
 * @param time the timer of the tools
 */
record ImageAgents(McpServer server, ToolRuntime tools, SystemScheduler time) implements AutoCloseable {

    /** Starts a server; the function says who may connect. */
    static ImageAgents start(UnaryOperator<McpOptions.Builder> access) {
        SystemScheduler time = SystemScheduler.of(Clock.systemUTC(), ImageAgents::daemon);
        ImageSteps steps = new ImageSteps();
        HostApplication host = HostApplication.swing();
        ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.from(new ImageTools(steps)), "")
                .host(host)
                .time(time)
                .build();
        McpOptions.Builder options =
                McpOptions.builder("ImageJ", "1.54").host(host).changes(steps);
        return new ImageAgents(McpServer.serve(tools, access.apply(options).build()), tools, time);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "plumbline-agents-timer");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        server.close();
        tools.close();
        time.close();
    }

    /** Serves without a window until the input ends; the argument names the clients that may connect. */
    @SuppressWarnings("try") // it serves while the input is read
    public static void main(String... clients) throws IOException {
        System.setProperty("java.awt.headless", "true");
        try (ImageAgents agents = start(options -> options.allowClients(clients[0]))) {
            while (System.in.read() >= 0) {
                // until the end
            }
        }
        System.exit(0); // AWT's own thread stays
    }
}
