package dev.plumbline.examples.imagej;

import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * ImageJ's tools for agents, without a window.
 *
 * @param server the server
 * @param tools what runs its calls
 */
record ImageAgents(McpServer server, ToolRuntime tools) implements AutoCloseable {

    /** Starts a server; the function says who may connect. */
    static ImageAgents start(UnaryOperator<McpOptions.Builder> access) {
        ImageSteps steps = new ImageSteps();
        HostApplication host = HostApplication.swing();
        ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.from(new ImageTools(steps)), "")
                .host(host)
                .build();
        McpOptions.Builder options = AgentsPlugin.options(steps).host(host);
        return new ImageAgents(McpServer.serve(tools, access.apply(options).build()), tools);
    }

    @Override
    public void close() {
        server.close();
        tools.close();
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
