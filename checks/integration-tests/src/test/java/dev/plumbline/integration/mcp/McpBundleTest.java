package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A bundle that installs the bridge with one click: what is in it, and that it starts with nothing but a Java. */
class McpBundleTest {
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":\"one\",\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"desktop\","
            + "\"version\":\"1\"}}}\n";
    private static final String PROGRAM = "Floor Planner 7.5";
    private static final String LIST = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}\n";

    @TempDir
    Path folder;

    private Path bundle;
    private Path unpacked;

    @BeforeEach
    void make() throws IOException, InterruptedException {
        bundle = folder.resolve("planner.mcpb");
        unpacked = folder.resolve("un packed"); // clients have folders with blanks
        write(bundle, PROGRAM);
    }

    /** Writes a bundle, and the entry of a registry beside it. */
    static void write(Path bundle, String program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java().toString(), "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of("dev.plumbline.cli.Plumbline", "mcp-config", "claude-desktop", "--name", program));
        command.addAll(List.of("--bundle", bundle.toString(), "--version-of-program", "7.5.0", "--registry"));
        command.add("io.github.ann/planner=https://github.com/ann/planner/releases/download/v7.5.0/planner.mcpb");
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    static void unzip(Path bundle, Path unpacked) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(bundle))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = unpacked.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.write(file, zip.readAllBytes());
            }
        }
    }

    /** Starts the bundle as its manifest says, from an empty folder, and returns its answers, by lines. */
    private List<Json> answers(Map<String, String> environment, String input) throws IOException, InterruptedException {
        Json config =
                Json.parse(Files.readString(unpacked.resolve("manifest.json"))).at("/server/mcp_config");
        List<String> command = new ArrayList<>(List.of(config.get("command").asText()));
        config.get("args")
                .elements()
                .forEach(argument -> command.add(argument.asText().replace("${__dirname}", unpacked.toString())));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("empty")).toFile())
                .redirectError(folder.resolve("errors").toFile())
                .redirectOutput(folder.resolve("answers").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        int expected = (int) input.lines().count();
        for (int i = 0; process.isAlive() && lines("answers").size() < expected && i < 1_200; i++) {
            boolean ended = process.waitFor(100, TimeUnit.MILLISECONDS);
            assertThat(ended).isEqualTo(!process.isAlive());
        }
        process.getOutputStream().close();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return lines("answers").stream().map(Json::parse).toList();
    }

    private List<String> lines(String file) throws IOException {
        String text = Files.readString(folder.resolve(file));
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** Returns a folder with the programs that the starter calls, and no Java. */
    private String withoutJava() throws IOException {
        Path programs = Files.createDirectories(folder.resolve("bin"));
        for (String program : List.of("sed", "dirname")) {
            Path real = Files.exists(Path.of("/usr/bin", program))
                    ? Path.of("/usr/bin", program)
                    : Path.of("/bin", program);
            if (!Files.exists(programs.resolve(program))) {
                Files.createSymbolicLink(programs.resolve(program), real);
            }
        }
        return programs.toString();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @DisplayName("W67 a bundle starts from an empty folder, reaches the running program, and lists its tools")
    void w67_bundle_listsTools() throws Exception {
        unzip(bundle, unpacked);
        Path home = Files.createDirectories(folder.resolve("home"));
        Json nothing = Json.parse("{\"type\":\"object\"}");
        try (ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                        .addTools(List.of(AiTool.of("walls", "Lists walls.", nothing, (in, call) -> "none")), "")
                        .approvals(ApprovalRules.builder().allow("*").build())
                        .build();
                McpServer server = McpServer.serve(
                        tools,
                        McpOptions.builder(PROGRAM, "7.5")
                                .allowClients("*")
                                .folder(home.resolve(".plumbline/mcp"))
                                .build())) {
            Path old = Files.writeString(
                    Files.createDirectories(folder.resolve("jdk-11/bin")).resolve("java"),
                    "#!/bin/sh\necho '    java.specification.version = 11' >&2\n");
            assertThat(old.toFile().setExecutable(true)).isTrue();
            List<Json> answers = answers(
                    Map.of(
                            "PATH", withoutJava(),
                            "JAVA_HOME", old.getParent().getParent().toString(),
                            "PLUMBLINE_JVMS", java().toString(),
                            "JAVA_TOOL_OPTIONS", "-Duser.home=" + home),
                    INITIALIZE + LIST);

            assertThat(server.clients()).hasSize(1);
            assertThat(answers.get(0).at("/result/serverInfo/name").asText()).isEqualTo(PROGRAM);
            assertThat(answers.get(1).at("/result/tools/0/name").asText()).isEqualTo("walls");
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @DisplayName("W67 without a Java the first request is answered with what to do")
    void w67_withoutJava_isSaid() throws Exception {
        unzip(bundle, unpacked);
        List<Json> answers = answers(Map.of("PATH", withoutJava(), "PLUMBLINE_JVMS", "/none"), INITIALIZE);

        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.get("id")).isEqualTo(Json.of("one"));
            assertThat(answer.at("/error/message").asText()).contains("no Java 17 or newer", "adoptium.net");
        });
        assertThat(lines("errors")).anyMatch(line -> line.contains("no Java 17 or newer"));
    }

    @Test
    @DisplayName("W67 the entry for a registry names the bundle with its SHA-256, in 100 characters")
    void w67_serverJson_namesTheBundle() throws Exception {
        Json entry = Json.parse(Files.readString(folder.resolve("server.json")));
        String sha =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(bundle)));

        assertThat(entry.at("/packages/0/fileSha256").asText()).isEqualTo(sha);
        assertThat(entry.at("/packages/0/registryType").asText()).isEqualTo("mcpb");
        assertThat(entry.get("name").asText()).isEqualTo("io.github.ann/planner");
        assertThat(entry.get("description").asText().length()).isLessThanOrEqualTo(100);
        try (InputStream in = Files.newInputStream(bundle)) {
            assertThat(in.readNBytes(2)).isEqualTo(new byte[] {'P', 'K'});
        }
    }

    /** The published schema of 2025-12-11, as far as our entry uses it: names, lengths and patterns. */
    private static final String ENTRY = """
            {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
             "required": ["name", "description", "version"],
             "properties": {
               "$schema": {"type": "string", "format": "uri"},
               "name": {"type": "string", "minLength": 3, "maxLength": 200,
                        "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$"},
               "title": {"type": "string", "minLength": 1, "maxLength": 100},
               "description": {"type": "string", "minLength": 1, "maxLength": 100},
               "version": {"type": "string", "maxLength": 255},
               "packages": {"type": "array", "items": {"type": "object",
                 "required": ["registryType", "identifier", "transport"],
                 "properties": {
                   "registryType": {"type": "string"},
                   "identifier": {"type": "string"},
                   "version": {"type": "string", "minLength": 1, "not": {"const": "latest"}},
                   "fileSha256": {"type": "string", "pattern": "^[a-f0-9]{64}$"},
                   "transport": {"type": "object", "required": ["type"],
                                 "properties": {"type": {"enum": ["stdio"]}}}}}}}}""";

    @Test
    @Tag("external")
    @DisplayName("W67 the entry for a registry fits the schema of registries, by our validator and by Ajv")
    void w67_serverJson_fitsTheSchema() throws Exception {
        Optional<String> missing = NodeJudges.missing();
        assumeTrue(missing.isEmpty(), () -> "SKIPPED, and it should not be: " + missing.orElse(""));
        Path published = Path.of(System.getProperty("plumbline.server-schema", ""));
        Path schema = Files.isRegularFile(published)
                ? published.toAbsolutePath()
                : Files.writeString(folder.resolve("schema.json"), ENTRY);
        write(folder.resolve("long.mcpb"), "x".repeat(64));
        Path entry = folder.resolve("server.json");
        Path wrong = Files.writeString(
                folder.resolve("wrong.json"), Files.readString(entry).replace("fileSha256\":\"", "fileSha256\":\"x"));

        Json rules = Json.parse(Files.readString(schema));
        assertThat(JsonSchemas.service()
                        .validate(rules, Json.parse(Files.readString(entry)))
                        .isOk())
                .isTrue();
        assertThat(JsonSchemas.service()
                        .validate(rules, Json.parse(Files.readString(wrong)))
                        .isOk())
                .isFalse();
        NodeJudges.Outcome ajv = NodeJudges.script("schema.mjs", schema.toString(), entry.toString());
        assertThat(ajv.exit()).as(ajv.output()).isZero();
        assertThat(NodeJudges.script("schema.mjs", schema.toString(), wrong.toString())
                        .exit())
                .isOne();
    }

    @Test
    @Tag("external")
    @DisplayName("W67 the tool of the authors of bundles unpacks the bundle and accepts its manifest")
    void w67_officialTool_takesTheBundle() {
        Optional<String> missing = NodeJudges.missing();
        assumeTrue(missing.isEmpty(), () -> "SKIPPED, and it should not be: " + missing.orElse(""));
        NodeJudges.Outcome unpack = NodeJudges.bundles(
                "unpack", bundle.toString(), folder.resolve("official").toString());
        NodeJudges.Outcome validate = NodeJudges.bundles(
                "validate", folder.resolve("official/manifest.json").toString());

        assertThat(unpack.exit()).as(unpack.output()).isZero();
        assertThat(validate.exit()).as(validate.output()).isZero();
        assertThat(validate.output()).contains("Manifest schema validation passes");
    }
}
