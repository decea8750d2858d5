package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.json.Json;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our server before the command line of the Inspector. */
@Tag("external")
class InspectorTest {
    private static final Path INSPECTOR =
            Path.of("src/test/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

    @TempDir
    Path folder;

    private Json inspect(ConformanceServer server, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                NodeJudges.NODE.toAbsolutePath().toString(),
                INSPECTOR.toAbsolutePath().toString(),
                "--cli",
                server.server().address().toString(),
                "--transport",
                "http",
                "--header",
                "Authorization: Bearer " + server.server().token(),
                "--method"));
        command.addAll(List.of(arguments));
        File output = folder.resolve("output.json").toFile();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(output)
                .redirectError(folder.resolve("errors.log").toFile());
        builder.environment().put("HOME", folder.toString());
        Process inspector = builder.start();
        assertThat(inspector.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(inspector.exitValue())
                .as(Files.readString(folder.resolve("errors.log")))
                .isZero();
        return Json.parse(Files.readString(output.toPath(), StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("MC27 the Inspector lists and calls tools, reads resources and gets prompts")
    void mc27_inspector() throws Exception {
        assumeTrue(
                NodeJudges.missing().isEmpty() && Files.exists(INSPECTOR),
                "SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/src/test/inspector --ignore-scripts");
        try (ConformanceServer server = new ConformanceServer(folder)) {
            assertThat(inspect(server, "tools/list").get("tools").elements()).hasSizeGreaterThan(20);
            assertThat(inspect(server, "tools/call", "--tool-name", "test_simple_text")
                            .at("/content/0/text")
                            .asText())
                    .startsWith("This is a simple text");
            assertThat(inspect(server, "resources/list").get("resources").elements())
                    .extracting(resource -> resource.get("uri").asText())
                    .contains("test://static-text", "test://watched-resource");
            assertThat(inspect(server, "resources/read", "--uri", "test://static-text")
                            .at("/contents/0/text")
                            .asText())
                    .isEqualTo("A text.");
            assertThat(inspect(server, "prompts/list").get("prompts").elements())
                    .hasSize(5);
            assertThat(inspect(server, "prompts/get", "--prompt-name", "test_simple_prompt")
                            .at("/messages/0/content/text")
                            .asText())
                    .isEqualTo("A simple prompt.");
        }
    }
}
