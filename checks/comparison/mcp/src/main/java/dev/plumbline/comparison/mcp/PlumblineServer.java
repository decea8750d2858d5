package dev.plumbline.comparison.mcp;

import dev.plumbline.time.Scheduler;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpBridge;
import dev.plumbline.mcp.McpLimits;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.Tool;
import dev.plumbline.tools.ToolRuntime;
import java.nio.file.Path;
import java.time.Clock;

/** One tool, {@code echo}, over HTTP; or the bridge from standard input to it. */
public final class PlumblineServer {
    private PlumblineServer() {}

    /** Serves until the process is ended; the arguments are {@code http} or {@code bridge}, and a folder. */
    public static void main(String... arguments) {
        long begun = System.nanoTime();
        Path folder = Path.of(arguments[1]);
        if (arguments[0].equals("bridge")) {
            McpBridge.ofDefaults().withFolder(folder).run(System.in, System.out);
            return;
        }
        ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                .addTools(AiTool.from(new Echo()), "")
                .time(Scheduler.system(Clock.systemUTC(), Thread::new))
                .build();
        McpServer server = McpServer.serve(
                tools,
                McpOptions.builder("plumbline", "1")
                        .folder(folder)
                        .allowClients("*")
                        .limits(McpLimits.ofDefaults().withRequestsPerSecond(1_000_000))
                        .build());
        System.out.println(
                server.address().getPort() + " " + server.token() + " " + (System.nanoTime() - begun) / 1_000);
    }

    /** The tool. */
    record Echo() {
        @Tool(value = "Returns a text.", readOnly = true, affinity = ThreadAffinity.POOL)
        String echo(String text) {
            return text;
        }
    }
}
