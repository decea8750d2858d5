package dev.plumbline.assistant;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcpclient.McpStore;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.plugin.Extension;
import dev.plumbline.provider.Secret;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Connections to the servers of tools that the user has added. Needs the module {@code sdk-mcp-client}. */
final class ToolServerLinks implements AutoCloseable {
    private final List<McpTools> connected = new ArrayList<>();
    private final Map<ToolServer, Throwable> failed = new LinkedHashMap<>();

    private ToolServerLinks() {}

    /** Throws a LinkageError where the module is not there. */
    static void requireModule() {
        Objects.requireNonNull(McpTools.class);
    }

    /**
     * Connects to all of them at once; one that fails is in {@link #failed}. Waits for servers, and for the person who looks at
     * their tools.
     *
     * @param network returns the proxy and the certificates for servers at an address; may wait
     */
    static ToolServerLinks connect(
            List<ToolServer> servers,
            Supplier<NetworkSettings> network,
            ToolServers.ApprovedTools approved,
            HostApplication host) {
        McpStore store = approved.folder().map(McpStore::inFolder).orElseGet(() -> store(approved.others()));
        Map<ToolServer, CompletableFuture<McpTools>> coming = new LinkedHashMap<>();
        for (ToolServer server : servers) {
            coming.put(
                    server,
                    Background.compute(() -> McpTools.connect(
                            transport(server, network),
                            McpToolOptions.builder(server.name(), JsonSchemas.service())
                                    .questionHandler(QuestionDialog::show)
                                    .host(host)
                                    .store(store)
                                    .build())));
        }
        ToolServerLinks links = new ToolServerLinks();
        coming.forEach((server, link) -> {
            try {
                links.connected.add(link.join());
            } catch (CompletionException e) {
                links.failed.put(server, Optional.ofNullable(e.getCause()).orElse(e));
            }
        });
        return links;
    }

    private static McpStore store(Map<String, String> values) {
        return new McpStore() {
            @Override
            public Optional<String> read(String key) {
                return Optional.ofNullable(values.get(key));
            }

            @Override
            public void write(String key, String value) {
                values.put(key, value);
            }
        };
    }

    /** Returns the names of the tools of a server. Waits for it; nothing is offered to a model. */
    static List<String> test(ToolServer server, Supplier<NetworkSettings> network) {
        McpToolOptions trusted = McpToolOptions.builder(server.name(), JsonSchemas.service())
                .trustDefinitions()
                .build();
        try (McpTools tools = McpTools.connect(transport(server, network), trusted)) {
            return tools.tools().stream().map(AiTool::name).toList();
        }
    }

    private static McpTransport transport(ToolServer server, Supplier<NetworkSettings> network) {
        try {
            if (server.url().isEmpty()) {
                McpTransport.Stdio process = McpTransport.stdio(server.command().toArray(String[]::new));
                for (Map.Entry<String, String> each : server.secrets().entrySet()) {
                    process = process.withEnvironment(each.getKey(), each.getValue());
                }
                return process;
            }
            McpTransport.Http address = McpTransport.http(server.url()).withNetwork(network.get());
            for (Map.Entry<String, String> each : server.secrets().entrySet()) {
                address = address.withHeader(
                        each.getKey(), Secret.of(each.getValue().toCharArray()));
            }
            return address;
        } catch (IllegalArgumentException refused) {
            throw new AiException(
                    AiError.of(AiError.Category.CONFIGURATION, "server-address", String.valueOf(refused.getMessage())));
        }
    }

    /** Returns the tools of all of them, by the names of their servers. */
    List<Extension> extensions() {
        return List.copyOf(connected);
    }

    /** Returns what went wrong with which server. */
    Map<ToolServer, Throwable> failed() {
        return failed;
    }

    /** Ends all connections at once. Waits a few seconds at most. */
    @Override
    public void close() {
        connected.stream()
                .map(each -> Background.compute(() -> {
                    each.close();
                    return "";
                }))
                .collect(Collectors.toList())
                .forEach(CompletableFuture::join);
    }
}
