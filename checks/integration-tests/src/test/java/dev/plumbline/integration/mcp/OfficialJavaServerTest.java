package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our client with a server of the official Java SDK, in a process of its own. */
class OfficialJavaServerTest {
    @TempDir
    Path folder;

    /** A server with one tool, over stdio, until its input ends. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            McpSchema.Tool tool = McpSchema.Tool.builder(
                            "greet", Map.of("type", "object", "properties", Map.of("name", Map.of("type", "string"))))
                    .description("Greets.")
                    .build();
            var unused = McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                    .serverInfo("official", "1.0")
                    .capabilities(
                            McpSchema.ServerCapabilities.builder().tools(true).build())
                    .toolCall(
                            tool,
                            (exchange, request) -> McpSchema.CallToolResult.builder()
                                    .addTextContent(
                                            "Hello, " + request.arguments().get("name"))
                                    .build())
                    .build();
        }
    }

    @Test
    @DisplayName("MC14 a server of the official Java SDK over stdio")
    void mc14_officialJavaServer() throws IOException {
        Path options = folder.resolve("server.args");
        Files.writeString(
                options, "-cp\n\"" + System.getProperty("java.class.path") + "\"\n" + Program.class.getName() + "\n");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (McpFixture program = new McpFixture(folder)) {
            McpTools tools = program.connect(McpTransport.stdio(java, "@" + options), each -> each);
            ToolEnvelope outcome = McpFixture.call(
                    program.session(tools), "files_greet", Json.object().with("name", "Ann"));

            assertThat(outcome.result()).isEqualTo(Json.object().with("value", "Hello, Ann"));
        }
    }
}
