package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ToolRuntime;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Public servers with our client and with the official one, for {@code .ci/deep servers}, which installs them; some minutes.
 * With {@code -Dplumbline.page=write} the run writes the page.
 */
class McpPublicServers {
    private static final Path PAGE = Path.of("../../docs/mcp-servers.md");
    private static final Path LIST = Path.of("src/test/mcp/servers.txt");
    private static final Path INSTALLED = Path.of(System.getProperty("plumbline.servers", "target/mcp-servers"));
    private static final String TABLE =
            "| server | kind | tools | a call | a call that fails | after its process was killed |\n|---|---|---|---|---|---|\n";

    private static final String PDF = """
            %PDF-1.4
            1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
            2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
            3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
            trailer<</Root 1 0 R>>
            """;
    private static final String OFFICE = "http://schemas.openxmlformats.org/";
    private static final String SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
    private static final String RELATION =
            "<Relationships xmlns=\"" + OFFICE + "package/2006/relationships\"><Relationship Id=\"r1\" Type=\"" + OFFICE
                    + "officeDocument/2006/relationships/%s\" Target=\"%s\"/></Relationships>";
    private static final Map<String, String> WORKBOOK = Map.of(
            "[Content_Types].xml",
            "<Types xmlns=\"" + OFFICE + "package/2006/content-types\"><Default Extension=\"rels\""
                    + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Override"
                    + " PartName=\"/xl/workbook.xml\" ContentType=\"" + SHEETS + "sheet.main+xml\"/><Override"
                    + " PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"" + SHEETS + "worksheet+xml\"/></Types>",
            "_rels/.rels",
            RELATION.formatted("officeDocument", "xl/workbook.xml"),
            "xl/workbook.xml",
            "<workbook xmlns=\"" + OFFICE + "spreadsheetml/2006/main\" xmlns:r=\"" + OFFICE
                    + "officeDocument/2006/relationships\"><sheets><sheet name=\"Walls\" sheetId=\"1\" r:id=\"r1\"/>"
                    + "</sheets></workbook>",
            "xl/_rels/workbook.xml.rels",
            RELATION.formatted("worksheet", "worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml",
            "<worksheet xmlns=\"" + OFFICE
                    + "spreadsheetml/2006/main\"><dimension ref=\"A1\"/><sheetData/></worksheet>");

    @TempDir
    Path disk;

    @Test
    @DisplayName("MC14 whatever works with the official client works with ours")
    void mc14_publicServers() throws Exception {
        assertThat(NodeJudges.missing()).isEmpty();
        List<String> rows = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        int started = 0;
        for (String line : Files.readAllLines(LIST)) {
            if (!line.startsWith("#")) {
                PublicServer server = PublicServer.of(line);
                Seen official = official(server, folder(server, "official"));
                Seen ours = ours(server, folder(server, "ours"));
                rows.add(row(server, ours, official));
                started += official.tools() > 0 ? 1 : 0;
                if (isBehind(ours, official)) {
                    behind.add(server.name() + ": " + ours + ", and the official client " + official);
                }
            }
        }
        String written = started + " of " + rows.size() + " servers start with the official client.\n\n" + TABLE
                + String.join("\n", rows) + "\n";
        System.out.println(written + String.join("\n", behind));
        if ("write".equals(System.getProperty("plumbline.page"))) {
            String page = Files.readString(PAGE);
            int from = page.indexOf("## Results\n\n") + "## Results\n\n".length();
            Files.writeString(PAGE, page.substring(0, from) + written);
        }
        assertThat(behind).isEmpty();
    }

    private static boolean isBehind(Seen ours, Seen official) {
        return ours.tools() < official.tools()
                || (official.call().equals("ok") && !ours.call().equals("ok"))
                || (official.killed().equals("ok") && !ours.killed().equals("ok"));
    }

    private static String row(PublicServer server, Seen ours, Seen official) {
        return "| " + server.name() + " | " + server.kind() + " | " + both(ours.count(), official.count()) + " | "
                + both(ours.call(), official.call()) + " | " + both(ours.failure(), official.failure()) + " | "
                + both(ours.killed(), official.killed()) + " |";
    }

    private static String both(String ours, String official) {
        return ours.equals(official) ? ours : ours + " / " + official;
    }

    /** Makes a folder for one client: a server that is killed may leave a file half written. */
    private Path folder(PublicServer server, String client) throws Exception {
        String name = server.name().replaceAll("[^a-z0-9]+", "-") + "-" + client;
        Path folder = Files.createDirectories(disk.toRealPath().resolve(name));
        Process git = new ProcessBuilder("git", "init", "-q", folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(git.waitFor()).isZero();
        Files.writeString(folder.resolve("plan.pdf"), PDF);
        try (ZipOutputStream workbook = new ZipOutputStream(Files.newOutputStream(folder.resolve("plan.xlsx")))) {
            for (Map.Entry<String, String> part : WORKBOOK.entrySet()) {
                workbook.putNextEntry(new ZipEntry(part.getKey()));
                workbook.write(part.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return folder;
    }

    private static Seen official(PublicServer server, Path folder) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                NodeJudges.NODE.toAbsolutePath().toString(),
                "servers.mjs",
                server.tool(),
                server.right(folder).text(),
                server.wrong(folder).text()));
        command.addAll(server.command(folder));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(LIST.getParent().toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("FOLDER", folder.toString());
        builder.environment().put("MEMORY_BANK_ROOT", folder.toString());
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
        Json seen = output.lines()
                .filter(line -> line.startsWith("{"))
                .reduce((first, second) -> second)
                .map(Json::parse)
                .orElse(Json.object());
        return new Seen(
                seen.get("tools").exists() ? seen.get("tools").asInt() : 0,
                said(seen, "call"),
                said(seen, "failure"),
                said(seen, "killed"));
    }

    private static String said(Json seen, String what) {
        return seen.get(what).findText().orElse("–");
    }

    private Seen ours(PublicServer server, Path folder) throws IOException {
        try (McpFixture program = new McpFixture(Files.createTempDirectory(disk, "ours"))) {
            Set<Long> before = children().map(ProcessHandle::pid).collect(Collectors.toSet());
            McpTools tools = program.connect(
                    McpTransport.stdio(server.command(folder).toArray(String[]::new))
                            .withFolder(folder)
                            .withEnvironment("MEMORY_BANK_ROOT", folder.toString())
                            .withEnvironment("HOME", folder.toString()),
                    options -> options);
            ToolRuntime session = program.session(tools);
            String name = tools.tools().stream()
                    .map(AiTool::name)
                    .filter(each -> each.equals("files_" + server.tool())
                            || each.startsWith("files_" + server.tool().replaceAll("[./]", "_") + "-"))
                    .findFirst()
                    .orElse("files_" + server.tool());
            String call = outcome(McpFixture.call(session, name, server.right(folder)));
            String failure = outcome(McpFixture.call(session, name, server.wrong(folder)));
            children().filter(child -> !before.contains(child.pid())).forEach(ProcessHandle::destroyForcibly);
            String killed = outcome(McpFixture.call(session, name, server.right(folder)));
            if (killed.equals("error")) { // the end of the process may be noticed by this call
                killed = outcome(McpFixture.call(session, name, server.right(folder)));
            }
            tools.leftOut().forEach((tool, why) -> System.out.println(server.name() + " " + tool + ": " + why));
            return new Seen(tools.tools().size(), call, failure, killed);
        } catch (AiException refused) {
            return new Seen(0, "–", "–", "–");
        }
    }

    private static Stream<ProcessHandle> children() {
        return ProcessHandle.current().descendants();
    }

    private static String outcome(ToolEnvelope envelope) {
        envelope.failure().ifPresent(failure -> System.out.println(failure.code() + " " + failure.message()));
        return envelope.isOk() ? "ok" : "error";
    }

    /**
     * What a client saw.
     *
     * @param tools the number of tools; 0 without a connection
     */
    private record Seen(int tools, String call, String failure, String killed) {
        String count() {
            return tools == 0 ? "–" : Integer.toString(tools);
        }
    }

    /** A line of the list. */
    private record PublicServer(
            String name, String kind, String arguments, String tool, String rightArguments, String wrongArguments) {
        static PublicServer of(String line) {
            List<String> fields =
                    Stream.of(line.split("\\|", -1)).map(String::strip).toList();
            return new PublicServer(
                    fields.get(0), fields.get(1), fields.get(2), fields.get(3), fields.get(4), fields.get(5));
        }

        Json right(Path folder) {
            return Json.parse(rightArguments.replace("FOLDER", folder.toString()));
        }

        Json wrong(Path folder) {
            return Json.parse(wrongArguments.replace("FOLDER", folder.toString()));
        }

        /** Returns the command that starts it in Node. */
        List<String> command(Path folder) throws IOException {
            String module = name.substring(0, name.lastIndexOf('@'));
            Path installed = INSTALLED
                    .toAbsolutePath()
                    .resolve(module.replaceAll("[/@]", "_"))
                    .resolve("node_modules")
                    .resolve(module);
            Json bin = Json.parse(Files.readString(installed.resolve("package.json")))
                    .get("bin");
            String file = bin.findText()
                    .orElseGet(() -> bin.fields().values().iterator().next().asText());
            List<String> command = new ArrayList<>(List.of(
                    NodeJudges.NODE.toAbsolutePath().toString(),
                    installed.resolve(file).toString()));
            Stream.of(arguments.split(" "))
                    .filter(each -> !each.isEmpty())
                    .map(each -> each.replace("FOLDER", folder.toString()).replace("CHROMIUM", chromium()))
                    .forEach(command::add);
            return command;
        }

        private static String chromium() {
            return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(path -> Path.of(path, "chromium"))
                    .filter(Files::isExecutable)
                    .map(Path::toString)
                    .findFirst()
                    .orElse("chromium");
        }
    }
}
