package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our server before the official Java client. */
class OfficialJavaClientTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("MC10 the official Java client lists, calls, answers a form, reads and gets progress")
    void mc10_javaClient() {
        List<Double> steps = new CopyOnWriteArrayList<>();
        try (ConformanceServer server = new ConformanceServer(folder);
                McpSyncClient client = client(server, steps)) {
            assertThat(client.initialize().serverInfo().name()).isEqualTo("Conformance");
            assertThat(client.listTools().tools()).hasSizeGreaterThan(20);
            assertThat(text(client, "test_simple_text")).startsWith("This is a simple text");
            assertThat(text(client, "test_input_required_result_elicitation")).isEqualTo("Hello, Ann!");
            assertThat(client.callTool(McpSchema.CallToolRequest.builder("test_error_handling")
                                    .build())
                            .isError())
                    .isTrue();
            assertThat(client.listResources().resources()).hasSize(5);
            assertThat(client.listPrompts().prompts()).hasSize(5);
        }
    }

    private static String text(McpSyncClient client, String tool) {
        McpSchema.CallToolResult result =
                client.callTool(McpSchema.CallToolRequest.builder(tool).build());
        return ((McpSchema.TextContent) result.content().get(0)).text();
    }

    private static McpSyncClient client(ConformanceServer server, List<Double> steps) {
        int port = server.server().address().getPort();
        HttpClientStreamableHttpTransport transport = HttpClientStreamableHttpTransport.builder(
                        "http://127.0.0.1:" + port)
                .endpoint("/mcp")
                .addHttpRequestCustomizer((request, method, address, body, context) -> request.header(
                        "Authorization", "Bearer " + server.server().token()))
                .build();
        return McpClient.sync(transport)
                .requestTimeout(Duration.ofMinutes(1))
                .initializationTimeout(Duration.ofMinutes(1))
                .capabilities(
                        McpSchema.ClientCapabilities.builder().elicitation().build())
                .elicitation(request -> McpSchema.ElicitResult.builder(McpSchema.ElicitResult.Action.ACCEPT)
                        .content(Map.of("name", "Ann"))
                        .build())
                .progressConsumer(progress -> steps.add(progress.progress()))
                .build();
    }
}
