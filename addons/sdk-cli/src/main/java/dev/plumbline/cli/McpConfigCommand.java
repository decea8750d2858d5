package dev.plumbline.cli;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code mcp-config}: prints the settings of a client that uses the bridge. */
@Command(
        name = "mcp-config",
        description = "Prints what goes into the settings of an MCP client (docs/mcp.md).",
        mixinStandardHelpOptions = true)
final class McpConfigCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Parameters(paramLabel = "CLIENT", description = "One of: claude-code, claude-desktop, vs-code, cursor, jetbrains.")
    private String client = "";

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "The program, e.g. \"Floor Planner\".")
    private String name = "";

    @Option(names = "--command", paramLabel = "PATH", description = "The command of the bridge; plumbline by default.")
    private String command = "plumbline";

    @Override
    public Integer call() {
        String key = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        List<String> arguments = List.of("mcp-bridge", "--name", name);
        spec.commandLine()
                .getOut()
                .println(
                        switch (Client.of(client)) {
                            case CLAUDE_CODE -> line(key, arguments);
                            case VS_CODE -> "In .vscode/mcp.json:\n" + settings("servers", key, arguments, true);
                            case CLAUDE_DESKTOP ->
                                "In claude_desktop_config.json:\n" + settings("mcpServers", key, arguments, false);
                            case CURSOR -> "In .cursor/mcp.json:\n" + settings("mcpServers", key, arguments, false);
                            case JETBRAINS ->
                                "In Settings | Tools | AI Assistant | Model Context Protocol:\n"
                                        + settings("mcpServers", key, arguments, false);
                        });
        return 0;
    }

    private String line(String key, List<String> arguments) {
        List<String> quoted = new ArrayList<>(List.of("claude", "mcp", "add", key, "--", command));
        quoted.addAll(arguments);
        return String.join(
                " ",
                quoted.stream()
                        .map(word -> word.matches("[A-Za-z0-9._/-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                        .toList());
    }

    private String settings(String member, String key, List<String> arguments, boolean typed) {
        Json server = Json.object().with("command", command).with("args", arguments);
        Json whole = typed ? server.with("type", "stdio") : server;
        return Json.object().with(member, Json.object().with(key, whole)).text();
    }

    /** The clients whose settings are known. */
    enum Client {
        CLAUDE_CODE,
        CLAUDE_DESKTOP,
        VS_CODE,
        CURSOR,
        JETBRAINS;

        static Client of(String given) {
            for (Client client : values()) {
                if (client.toString().equals(given)) {
                    return client;
                }
            }
            throw KnownNames.unknown(
                    "client", given, Stream.of(values()).map(Client::toString).toList());
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
