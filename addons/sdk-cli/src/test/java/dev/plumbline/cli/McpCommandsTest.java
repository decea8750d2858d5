package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    @DisplayName("G18 without a command the settings start the bridge with the Java and the class path of this command")
    void g18_settingsStart_withoutACommand(@TempDir Path folder) throws IOException, InterruptedException {
        assertThat(run("mcp-config", "cursor", "--name", "No Such Program")).isZero();
        Json server = Json.parse(out.toString().strip().split("\n")[1])
                .get("mcpServers")
                .get("no-such-program");
        List<String> command = new ArrayList<>(List.of(server.get("command").asText()));
        server.get("args").elements().forEach(argument -> command.add(argument.asText()));
        command.addAll(List.of("--folder", folder.toString(), "--wait", "0"));
        Path asked = Files.writeString(
                folder.resolve("asked"), "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n");
        Process bridge = new ProcessBuilder(command)
                .redirectInput(asked.toFile())
                .redirectOutput(folder.resolve("answer").toFile())
                .start();

        assertThat(bridge.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(folder.resolve("answer"))).contains("the program is not running");
    }

    @Test
    @DisplayName("G5 a chat with a server that cannot be started says which program it was")
    void g5_missingServer_isNamed(@TempDir Path folder) {
        assertThat(run("chat", "--mcp", "sheets=no-such-program-58", "--journal", folder.toString()))
                .isEqualTo(2);

        assertThat(out.toString()).contains("sheets (no-such-program-58): the program cannot be started");
    }

    @Test
    @DisplayName("MC13 for Claude Code it is a command, quoted for a shell")
    void mc13_config_isACommand() {
        assertThat(run("mcp-config", "claude-code", "--name", "Planner", "--command", "/opt/Ann's/plumbline"))
                .isZero();

        assertThat(out.toString().strip())
                .isEqualTo("claude mcp add planner -- '/opt/Ann'\\''s/plumbline' mcp-bridge --name Planner");
    }

    @Test
    @DisplayName(
            "MC13 the bridge is a command: it answers on standard output when the program that was named does not run")
    void mc13_bridge_isACommand(@TempDir Path folder) throws IOException, InterruptedException {
        Path answer = folder.resolve("answer");
        Path asked = Files.writeString(
                folder.resolve("asked"), "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}\n");
        Process bridge = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Plumbline.class.getName(),
                        "mcp-bridge",
                        "--name",
                        "Floor Planner",
                        "--folder",
                        Files.createDirectory(folder.resolve("hosts")).toString(),
                        "--wait",
                        "1")
                .redirectInput(asked.toFile())
                .redirectOutput(answer.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(bridge.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            bridge.destroyForcibly();
        }

        assertThat(bridge.exitValue()).isZero();
        assertThat(Json.parse(Files.readString(answer).strip())
                        .at("/error/message")
                        .asText())
                .contains("not running", "start it");
    }

    @Test
    @DisplayName("MC13 a name that no server can have is refused, with the rule")
    void mc13_impossibleName_isRefused() {
        assertThat(run("mcp-config", "claude-code", "--name", "Floor & Planner"))
                .isEqualTo(2);

        assertThat(out.toString()).contains("the name of a server is 1 to 64 letters, digits, spaces");
    }

    @Test
    @DisplayName("MC13 an unknown client is an error that names the known ones")
    void mc13_unknownClient_isNamed() {
        assertThat(run("mcp-config", "notepad", "--name", "x")).isEqualTo(2);

        assertThat(out.toString()).contains("claude-desktop", "jetbrains");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "claude | did you mean claude-code, claude-desktop?",
                "vscode | did you mean vs-code?",
                "CURSOR | did you mean cursor?",
                "notepad | there are claude-code, claude-desktop, vs-code, cursor, jetbrains"
            })
    @DisplayName("N11 an unknown client has the near ones in its error, each once")
    void n11_unknownClient_hasTheNearOnes(String given, String rest) {
        assertThat(run("mcp-config", given, "--name", "x")).isEqualTo(2);

        assertThat(out.toString().strip()).isEqualTo("plumbline: no client is named '" + given + "'; " + rest);
    }
}
