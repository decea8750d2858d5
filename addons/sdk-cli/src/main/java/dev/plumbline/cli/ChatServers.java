package dev.plumbline.cli;

import dev.plumbline.event.AiException;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.tool.AiTool;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/** The servers whose tools a conversation at the terminal has, because the person has named them on the command line. */
final class ChatServers implements AutoCloseable {
    private static final int MOST_LINES = 5;

    private final List<McpTools> servers = new ArrayList<>();

    private ChatServers() {}

    /**
     * Connects to servers and prints their tools.
     *
     * @param named each as {@code name=command} or {@code name=address}
     */
    static ChatServers connect(List<String> named, CommandConsole console) {
        ChatServers all = new ChatServers();
        try {
            for (String each : named) {
                Deque<String> said = new ConcurrentLinkedDeque<>();
                McpToolOptions options = McpToolOptions.builder(name(each), JsonSchemas.service())
                        .client("plumbline chat", "1")
                        .trustDefinitions()
                        .log(line -> keep(line, said))
                        .build();
                McpTools tools = connect(each, options, said, console);
                all.servers.add(tools);
                console.line(name(each) + ": " + tools.tools().size() + " tools; each call is asked about");
                tools.tools().forEach(tool -> console.line("  " + tool.name()));
            }
            return all;
        } catch (RuntimeException | Error failed) {
            all.close();
            throw failed;
        }
    }

    /** Connects to a server; if it cannot be used, prints what it wrote last, which often says why. */
    private static McpTools connect(String server, McpToolOptions options, Deque<String> said, CommandConsole console) {
        try {
            return McpTools.connect(transport(server), options);
        } catch (AiException failed) {
            said.forEach(line -> console.line("  " + name(server) + ": " + line));
            throw failed;
        }
    }

    private static void keep(String line, Deque<String> said) {
        said.addLast(line);
        if (said.size() > MOST_LINES) {
            String unused = said.pollFirst();
        }
    }

    static String name(String server) {
        int equals = server.indexOf('=');
        if (equals < 1 || server.substring(equals + 1).isBlank()) {
            throw new IllegalArgumentException(
                    "--mcp needs NAME=SERVER, e.g. --mcp 'files=npx -y @modelcontextprotocol/server-filesystem .'");
        }
        return server.substring(0, equals);
    }

    /** Returns the transport: an address, or a command whose words are parted by blanks. */
    static McpTransport transport(String server) {
        String target = server.substring(name(server).length() + 1).strip();
        return target.matches("https?://.*") ? McpTransport.http(target) : McpTransport.stdio(target.split("\\s+"));
    }

    List<AiTool> tools() {
        return servers.stream().flatMap(server -> server.tools().stream()).toList();
    }

    @Override
    public void close() {
        servers.forEach(McpTools::close);
    }
}
