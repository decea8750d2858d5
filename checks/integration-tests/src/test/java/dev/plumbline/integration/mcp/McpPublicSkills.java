package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.examples.floorplan.FloorPlan;
import dev.plumbline.examples.floorplan.FloorPlanTools;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcp.McpOptions;
import dev.plumbline.mcp.McpServer;
import dev.plumbline.mcpclient.McpTransport;
import dev.plumbline.plugin.Skill;
import dev.plumbline.provider.Secret;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tools.ApprovalRules;
import dev.plumbline.tools.ToolRuntime;
import dev.plumbline.ui.Question;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Skills of public repositories in the floor plan, for {@code .ci/deep skills}: each folder with {@code SKILL.md} below
 * {@code -Dplumbline.skills=FOLDER:FOLDER} is used in a session, where it is a stranger's, and by our client from our server.
 */
class McpPublicSkills {
    @TempDir
    Path disk;

    /** What was seen of a skill. */
    private record Seen(String name, int files, long bytes, String session, String overMcp) {
        String row() {
            return "| " + name + " | " + files + " | " + bytes + " | " + session + " | " + overMcp + " |";
        }
    }

    @Test
    @DisplayName("W67 public skills work in the floor plan, in a session and from a server")
    void w67_publicSkills() throws Exception {
        List<Seen> all = new ArrayList<>();
        for (Path folder : folders()) {
            all.add(seen(folder));
        }
        System.out.println("| skill | files | bytes | in a session | from a server |\n|---|---|---|---|---|");
        all.forEach(each -> System.out.println(each.row()));
        assertThat(all).isNotEmpty();
        assertThat(all).allSatisfy(each -> {
            assertThat(each.session()).isEqualTo("ok");
            assertThat(each.overMcp()).isEqualTo("ok");
        });
    }

    private static List<Path> folders() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (String root : System.getProperty("plumbline.skills").split(File.pathSeparator)) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                files.filter(file -> file.endsWith("SKILL.md"))
                        .map(Path::getParent)
                        .sorted()
                        .forEach(folders::add);
            }
        }
        return folders;
    }

    private Seen seen(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !folder.relativize(file).toString().startsWith("."))
                    .toList();
        }
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        String name = folder.getFileName().toString();
        String other = files.stream()
                .map(file -> folder.relativize(file).toString())
                .filter(file -> !file.equals("SKILL.md"))
                .sorted()
                .findFirst()
                .orElse("SKILL.md");
        return new Seen(
                name, files.size(), bytes, tried(() -> inSession(folder, other)), tried(() -> overMcp(folder, other)));
    }

    /** What is tried with a skill. */
    private interface Trial {
        String run() throws Exception;
    }

    private static String tried(Trial trial) {
        try {
            return trial.run();
        } catch (Exception failed) {
            return String.valueOf(failed.getMessage());
        }
    }

    private static String lastLine(Path folder) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("SKILL.md")).stream()
                .filter(line -> !line.isBlank())
                .toList();
        return lines.get(lines.size() - 1).strip();
    }

    private String inSession(Path folder, String other) throws IOException {
        Path approvals = Files.createTempDirectory(disk, "approvals");
        FloorPlan plan = new FloorPlan();
        for (int start = 1; start <= 2; start++) {
            List<Question> asked = new CopyOnWriteArrayList<>();
            Skill skill = Skill.fromFolder(folder, approvals);
            ScriptedProvider model = ScriptedProvider.create()
                    .callsTool("use_" + skill.name(), Map.of())
                    .nextRound()
                    .callsTool("read_" + skill.name(), Map.of("file", other))
                    .nextRound()
                    .callsTool(
                            "drawWall",
                            Map.of("from", Map.of("x", 0, "y", 0), "direction", "EAST", "length", 1_000 * start))
                    .says("Drawn.");
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(model)
                    .addTools(new FloorPlanTools(plan))
                    .addSkill(skill)
                    .questionHandler(question -> {
                        asked.add(question);
                        McpFixture.agree(question);
                    })
                    .build()) {
                String said = ai.session(AiBody.builder().toolFilter("*").build())
                        .send("Use your skill.")
                        .text();
                String sent = model.calls().get(model.calls().size() - 1).effective().stream()
                        .map(each -> each.toJson().text())
                        .toList()
                        .toString();
                String last = Json.of(lastLine(folder)).text();
                boolean whole = asked.isEmpty()
                        || asked.get(0).parts().stream()
                                .anyMatch(part -> part.heading().equals(other));
                if (!said.equals("Drawn.")
                        || !whole
                        || asked.size() != (start == 1 ? 1 : 0)
                        || !sent.contains(last.substring(1, last.length() - 1))) {
                    return "start " + start + ": " + said + ", asked " + asked.size();
                }
            }
        }
        return plan.walls().size() == 2 ? "ok" : "the walls are missing";
    }

    private String overMcp(Path folder, String other) throws IOException {
        try (ToolRuntime tools = ToolRuntime.builder(JsonSchemas.service())
                        .addTools(AiTool.from(new FloorPlanTools(new FloorPlan())), "")
                        .approvals(ApprovalRules.builder().allow("*").build())
                        .build();
                McpServer server = McpServer.serve(
                        tools,
                        McpOptions.builder("Floor Planner", "7.5")
                                .allowClients("*")
                                .addSkill(folder)
                                .folder(Files.createTempDirectory(disk, "mcp"))
                                .build());
                McpFixture program = new McpFixture(disk)) {
            Secret token = Secret.of(("Bearer " + server.token()).toCharArray());
            Skill skill = program.connect(
                            McpTransport.http(server.address().toString()).withHeader("Authorization", token),
                            options -> options)
                    .skills()
                    .get(0);
            program.asked.clear();
            ToolRuntime session = program.session(
                    skill.tools(), ApprovalRules.builder().allow("*").build());
            ToolEnvelope used = McpFixture.call(session, "use_" + skill.name(), Json.object());
            ToolEnvelope read = McpFixture.call(
                    session, "read_" + skill.name(), Json.object().with("file", other));
            boolean instructed =
                    used.isOk() && used.result().get("instructions").asText().contains(lastLine(folder));
            return instructed && read.isOk() && program.asked.size() == 1
                    ? "ok"
                    : used.toJson()
                                    .text()
                                    .substring(
                                            0,
                                            Math.min(200, used.toJson().text().length()))
                            + McpFixture.code(read);
        }
    }
}
