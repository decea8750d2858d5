package dev.plumbline.cli;

import dev.plumbline.json.Json;
import dev.plumbline.mcp.McpBridge;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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

    @Option(
            names = "--command",
            paramLabel = "PATH",
            description =
                    "The command of the bridge, e.g. /opt/plumbline/plumbline; by default the Java of this command.")
    private @Nullable String command;

    @Option(
            names = "--bundle",
            paramLabel = "FILE",
            description = "Writes a bundle (.mcpb) that a client installs with one click, instead of settings.")
    private @Nullable Path bundle;

    @Option(
            names = "--version-of-program",
            paramLabel = "VERSION",
            description = "The version of the bundle; default: ${DEFAULT-VALUE}.")
    private String version = "1.0.0";

    @Option(
            names = "--registry",
            paramLabel = "NAME=ADDRESS",
            description =
                    "Writes server.json beside the bundle: its name in a registry, e.g. io.github.ann/planner, and"
                            + " the address from which the bundle is loaded.")
    private @Nullable String registry;

    @Override
    public Integer call() throws IOException {
        McpBridge unused = McpBridge.ofDefaults().withName(name); // settings that never work are refused here
        if (bundle != null) {
            write(bundle);
            return 0;
        }
        String key = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        List<String> arguments = new ArrayList<>();
        if (command == null) { // a name that is on no path would start nothing
            arguments.addAll(List.of("-cp", System.getProperty("java.class.path"), Plumbline.class.getName()));
        }
        arguments.addAll(List.of("mcp-bridge", "--name", name));
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

    private void write(Path file) throws IOException {
        McpBundle made = new McpBundle(name, version);
        made.write(file);
        PrintWriter out = spec.commandLine().getOut();
        out.println(file + ": open it with " + client + ", which asks and installs it");
        if (registry != null) {
            int equals = registry.indexOf('=');
            if (equals < 1 || !registry.substring(0, equals).matches("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+")) {
                throw new IllegalArgumentException("--registry needs NAME=ADDRESS, e.g."
                        + " io.github.ann/planner=https://github.com/ann/planner/releases/download/v1/planner.mcpb");
            }
            Path entry = file.resolveSibling("server.json");
            URI address = URI.create(registry.substring(equals + 1));
            Files.writeString(
                    entry,
                    made.serverJson(registry.substring(0, equals), file, address)
                                    .text() + "\n");
            out.println(entry + ": the entry for a registry; it names the bundle with its SHA-256");
        }
    }

    private String command() {
        return command == null
                ? Path.of(System.getProperty("java.home"), "bin", "java").toString()
                : command;
    }

    private String line(String key, List<String> arguments) {
        List<String> quoted = new ArrayList<>(List.of("claude", "mcp", "add", key, "--", command()));
        quoted.addAll(arguments);
        return String.join(
                " ",
                quoted.stream()
                        .map(word -> word.matches("[A-Za-z0-9._/-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                        .toList());
    }

    private String settings(String member, String key, List<String> arguments, boolean typed) {
        Json server = Json.object().with("command", command()).with("args", arguments);
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
