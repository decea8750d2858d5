package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpCommandsTest {
    private final StringWriter out = new StringWriter();

    private int run(String... args) {
        return Plumbline.run(new PrintWriter(out, true), new PrintWriter(out, true), args);
    }

    @ParameterizedTest
    @CsvSource({"claude-desktop, mcpServers", "vs-code, servers", "cursor, mcpServers", "jetbrains, mcpServers"})
    @DisplayName("MC13 the settings of a client are printed, as JSON that it takes")
    void mc13_config_isPrintedForEachClient(String client, String member) {
        assertThat(run("mcp-config", client, "--name", "Floor Planner", "--command", "/opt/plumbline"))
                .isZero();
        String[] lines = out.toString().strip().split("\n");
        Json server = Json.parse(lines[1]).get(member).get("floor-planner");

        assertThat(lines[0]).startsWith("In ").endsWith(":");
        assertThat(server.get("command").asText()).isEqualTo("/opt/plumbline");
        assertThat(server.get("args").text()).isEqualTo("[\"mcp-bridge\",\"--name\",\"Floor Planner\"]");
    }

    @Test
    @DisplayName("MC13 for Claude Code it is a command, quoted for a shell")
    void mc13_config_isACommand() {
        assertThat(run("mcp-config", "claude-code", "--name", "Ann's Planner")).isZero();

        assertThat(out.toString().strip())
                .isEqualTo("claude mcp add ann-s-planner -- plumbline mcp-bridge --name 'Ann'\\''s Planner'");
    }

    @Test
    @DisplayName("MC13 an unknown client is an error that names the known ones")
    void mc13_unknownClient_isNamed() {
        assertThat(run("mcp-config", "notepad", "--name", "x")).isEqualTo(2);

        assertThat(out.toString()).contains("claude-desktop", "jetbrains");
    }
}
