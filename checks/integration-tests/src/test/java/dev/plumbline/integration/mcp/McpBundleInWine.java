package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The starter for Windows in Wine, with programs that behave as a {@code java.exe} of some version: run by
 * {@code .ci/deep windows}. The shell of Wine 8 does not know {@code for /d} with a pattern, so the usual folders are not
 * looked at here.
 */
@Tag("external")
class McpBundleInWine {
    /** Fails as a Java before 17 does with a newer class; a newer one prints its version, its first line and its arguments. */
    private static final String JAVA = """
            #include <stdio.h>
            #include <string.h>
            #include <windows.h>
            int main(int argc, char **argv) {
              char path[4096], line[8192];
              int version = 0, check = 0;
              GetModuleFileNameA(NULL, path, sizeof path);
              strcpy(strrchr(path, '\\\\') + 1, "version");
              FILE *f = fopen(path, "r");
              if (f) { fscanf(f, "%d", &version); fclose(f); }
              for (int i = 1; i < argc; i++) check |= !strcmp(argv[i], "check");
              if (version < 17) { fprintf(stderr, "UnsupportedClassVersionError\\n"); return 1; }
              if (check) return 0;
              if (fgets(line, sizeof line, stdin)) printf("java %d: %s", version, line);
              for (int i = 1; i < argc; i++) printf("[%s]", argv[i]);
              return 0;
            }
            """;

    @TempDir
    Path folder;

    private Path unpacked;

    @BeforeEach
    void unpack() throws IOException, InterruptedException {
        for (String tool : List.of("wine", "x86_64-w64-mingw32-gcc")) {
            assumeTrue(
                    run(Map.of(), List.of("/bin/sh", "-c", "command -v " + tool), "")
                                    .exit()
                            == 0,
                    "SKIPPED, and it should not be: there is no " + tool);
        }
        Path bundle = folder.resolve("planner.mcpb");
        McpBundleTest.write(bundle, "Floor Planner");
        unpacked = folder.resolve("Claude Extensions/a (b)");
        McpBundleTest.unzip(bundle, unpacked);
        Files.writeString(folder.resolve("java.c"), JAVA);
        Outcome compiled = run(Map.of(), List.of("x86_64-w64-mingw32-gcc", "-o", "java.exe", "java.c"), "");
        assertThat(compiled.exit()).as(compiled.output()).isZero();
    }

    /** A program that ran: its exit status, and what it wrote. */
    private record Outcome(int exit, String output) {}

    private Outcome run(Map<String, String> environment, List<String> command, String input)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "out", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA") || name.equals("DISPLAY"));
        builder.environment().put("WINEPREFIX", folder.resolve("prefix").toString());
        builder.environment().put("WINEDEBUG", "-all");
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (var to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
            // it has not read its input
        }
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(output));
    }

    private String java(int version, String home) throws IOException {
        Path bin = Files.createDirectories(folder.resolve(home).resolve("bin"));
        Files.copy(folder.resolve("java.exe"), bin.resolve("java.exe"));
        Files.writeString(bin.resolve("version"), Integer.toString(version));
        return windows(bin.getParent());
    }

    private static String windows(Path path) {
        return "Z:" + path.toString().replace('/', '\\');
    }

    /** Starts the bundle as its manifest says for Windows. */
    private Outcome start(Map<String, String> environment) throws IOException, InterruptedException {
        Json config = Json.parse(Files.readString(unpacked.resolve("manifest.json")))
                .at("/server/mcp_config/platform_overrides/win32");
        List<String> command =
                new ArrayList<>(List.of("wine", config.get("command").asText()));
        config.get("args")
                .elements()
                .forEach(argument -> command.add(argument.asText().replace("${__dirname}", windows(unpacked))));
        return run(environment, command, "{\"id\":0,\"method\":\"initialize\"}\n");
    }

    @Test
    @DisplayName("W67 the starter for Windows takes the first Java from 17 on, from a folder with blanks and brackets")
    void w67_starterForWindows_findsJava() throws Exception {
        String old = java(11, "jdk (11)");
        Map<Map<String, String>, Optional<String>> expected = Map.of(
                Map.of("JAVA_HOME", java(17, "jdk 17")), Optional.of("java 17: "),
                Map.of("JAVA_HOME", old, "WINEPATH", java(21, "jdk21") + "\\bin"), Optional.of("java 21: "),
                Map.of("JAVA_HOME", old), Optional.empty(),
                Map.of("JAVA_HOME", "Z:\\none"), Optional.empty(),
                Map.of(), Optional.empty());
        for (Map.Entry<Map<String, String>, Optional<String>> each : expected.entrySet()) {
            Outcome outcome = start(each.getKey());
            if (each.getValue().isPresent()) {
                assertThat(outcome.output())
                        .contains(each.getValue().get() + "{\"id\":0,\"method\":\"initialize\"}")
                        .contains("[" + windows(unpacked) + "\\server\\lib\\*][dev.plumbline.cli.BundledBridge]");
            } else {
                assertThat(outcome.output())
                        .contains("no Java 17 or newer was found", "adoptium.net")
                        .doesNotContain("java 1");
                assertThat(outcome.exit()).isOne();
            }
        }
    }
}
