package dev.plumbline.comparison.mcpjavasdk;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** One tool, {@code echo}, over standard input or over HTTP, whose port is the first line that it writes. */
public final class JavaSdkServer {
    private JavaSdkServer() {}

    /** Serves until the process is ended; the argument is {@code stdio} or {@code http}. */
    public static void main(String... way) throws Exception {
        long begun = System.nanoTime();
        if (way[0].equals("stdio")) {
            McpSyncServer server = built(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
            System.err.println("server " + server.getServerInfo().name());
        } else {
            http(begun);
        }
    }

    private static void http(long begun) throws Exception {
        HttpServletStreamableServerTransportProvider provider = HttpServletStreamableServerTransportProvider.builder()
                .mcpEndpoint("/mcp")
                .build();
        McpSyncServer server = built(McpServer.sync(provider));
        Server jetty = new Server();
        ServerConnector connector = new ServerConnector(jetty);
        connector.setHost("127.0.0.1");
        jetty.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        ServletHolder holder = new ServletHolder(provider);
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        jetty.setHandler(context);
        jetty.start();
        System.out.println(connector.getLocalPort() + " "
                + server.getServerInfo().name() + " " + (System.nanoTime() - begun) / 1_000);
    }

    private static McpSyncServer built(SyncSpecification<?> server) {
        Map<String, Object> schema = Map.of(
                "type", "object",
                "properties", Map.of("text", Map.of("type", "string")),
                "required", List.of("text"));
        McpSchema.Tool echo = McpSchema.Tool.builder("echo", schema)
                .description("Returns a text.")
                .build();
        return server.serverInfo("java-sdk", "1")
                .toolCall(
                        echo,
                        (exchange, request) -> McpSchema.CallToolResult.builder()
                                .addTextContent(
                                        String.valueOf(request.arguments().get("text")))
                                .build())
                .build();
    }
}
