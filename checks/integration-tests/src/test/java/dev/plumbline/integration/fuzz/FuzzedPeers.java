package dev.plumbline.integration.fuzz;

import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.mcpclient.McpToolLimits;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Peers that send any bytes: a server of the Model Context Protocol to our client, and a client to our server. */
final class FuzzedPeers {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private FuzzedPeers() {}

    /** Connects to a server that answers with these bytes: at once, or after it has introduced itself, by the first byte. */
    static void answers(byte[] bytes) {
        boolean introduces = bytes.length > 0 && Character.isUpperCase(bytes[0]);
        byte[] answer = bytes.length == 0 ? bytes : Arrays.copyOfRange(bytes, 1, bytes.length);
        boolean isStream = bytes.length > 0 && (bytes[0] & 1) == 1;
        ServerResponse fuzzed = ServerResponse.of(isStream ? "text/event-stream" : "application/json", answer);
        try (ScriptedServer server = ScriptedServer.onPort(0)
                .otherwise(request -> introduces && isFirst(request.text()) ? introduction(request.text()) : fuzzed)) {
            try (McpTools tools = McpTools.connect(
                    McpTransport.http(server.address().toString()),
                    McpToolOptions.builder("fuzzed", JsonSchemas.service())
                            .trustDefinitions()
                            .limits(McpToolLimits.ofDefaults()
                                    .withConnectTime(PATIENCE)
                                    .withRestarts(0))
                            .build())) {
                tools.tools();
            } catch (AiException documented) {
                // says what the server did
            }
        }
    }

    private static boolean isFirst(String request) {
        return request.contains("\"initialize\"") || request.contains("server/discover");
    }

    private static ServerResponse introduction(String request) {
        try {
            Json id = Json.parse(request).get("id");
            return ServerResponse.json(Json.object()
                    .with("jsonrpc", "2.0")
                    .with("id", id)
                    .with(
                            "result",
                            Json.parse("{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                                    + "\"serverInfo\":{\"name\":\"fuzzed\",\"version\":\"1\"}}"))
                    .text());
        } catch (JsonException ours) {
            throw new IllegalStateException("our client sent no JSON", ours);
        }
    }

    /** Sends these bytes to an MCP server of this program and reads what comes; then somebody else is answered. */
    static void asks(byte[] bytes) {
        Host host = Host.INSTANCE;
        try {
            try (Socket socket = new Socket("localhost", host.port)) {
                socket.setSoTimeout((int) PATIENCE.toMillis());
                try {
                    socket.getOutputStream().write(bytes);
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                } catch (java.net.SocketException closed) {
                    // the server ends a connection on which no request comes
                }
            }
            try (Socket socket = new Socket("localhost", host.port)) {
                socket.setSoTimeout((int) PATIENCE.toMillis());
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                byte[] answer = socket.getInputStream().readAllBytes();
                if (!new String(answer, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 ")) {
                    throw new AssertionError("another client has no answer");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program with a server, for all tries. */
    private static final class Host {
        private static final Host INSTANCE = new Host();

        private final int port;

        private Host() {
            try {
                Path folder = Files.createTempDirectory("plumbline-fuzz-server");
                AiRuntime ai = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create())
                        .build();
                McpServer server = McpServer.serve(
                        ai.toolExecutor(),
                        McpOptions.builder("Fuzzed", "1").folder(folder).build());
                port = server.address().getPort();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
