package dev.plumbline.cli;

import dev.plumbline.mcp.McpBridge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code mcp-bridge}: connects a client over standard input and output with a running host. */
@Command(
        name = "mcp-bridge",
        description = "Connects an MCP client over standard input and output with a running program (docs/mcp.md).",
        mixinStandardHelpOptions = true)
final class McpBridgeCommand implements Callable<Integer> {
    @Option(names = "--name", paramLabel = "NAME", description = "The program; the one that began last by default.")
    private @Nullable String name;

    @Option(names = "--folder", paramLabel = "FOLDER", description = "The folder of access files.")
    private @Nullable Path folder;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "How long it waits for the program; 30 by default.")
    private int seconds = 30;

    @Override
    public Integer call() {
        McpBridge bridge = McpBridge.ofDefaults().withPatience(Duration.ofSeconds(seconds));
        McpBridge named = name == null ? bridge : bridge.withName(name);
        McpBridge complete = folder == null ? named : named.withFolder(folder);
        complete.run(System.in, System.out);
        return 0;
    }
}
