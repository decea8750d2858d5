package dev.plumbline.examples.freeplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Freeplane itself, in a screen of its own, with the plug-in as it is shipped, used by mouse and keys. */
@Tag("external")
class RunningFreeplaneAcceptance {
    private static final String HOST = "/usr/share/freeplane";
    private static final String MAIN = ".*Freeplane - .*";

    /** The first JVM on which Freeplane does not start as Debian ships it: it sets a security manager. */
    private static final int TOO_NEW = 18;

    private static final String GARDEN = "TEXT='Garden'";

    private final Path folder = Path.of("target", "acceptance", "freeplane").toAbsolutePath();

    @BeforeAll
    static void screen() throws IOException {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
        Assumptions.assumeTrue(
                DesktopProgram.javaBefore(TOO_NEW).isPresent(),
                "SKIPPED: Freeplane needs a JVM that is older than 18: apt-get install openjdk-17-jre");
    }

    @Test
    @Tag("D2")
    @Tag("D11")
    void request_isInTheMap_isOneStep_andEndsWithTheMap() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("read_map", Map.of())
                .nextRound()
                .callsTool("add_node", Map.of("parent", "ID_1", "text", "Garden"))
                .callsTool("change_text", Map.of("id", "ID_2", "text", "Large kitchen"))
                .nextRound()
                .callsTool("move_node", Map.of("id", "ID_3", "parent", "ID_2"))
                .callsTool("add_node", Map.of("parent", "ID_1", "text", "=1+1"))
                .says("A garden, and the bath is beside the kitchen.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                DesktopProgram freeplane = new DesktopProgram(
                        folder,
                        DesktopProgram.javaBefore(TOO_NEW).orElseThrow(),
                        arguments(server.address().toString()))) {
            freeplane.does("start", MAIN);
            freeplane.does("menu", MAIN, "Tools", "Ask AI");
            freeplane.does("window", "Ask AI in Freeplane");
            freeplane.does("type", "message", "a garden");
            freeplane.does("press", "ENTER");
            freeplane.number("says", "conversation", ".*✓ add node.*✓ move node.*beside the kitchen\\..*");
            freeplane.does("shot", folder.resolve("edited.png").toString());
            assertThat(saved(freeplane, map -> map.contains(GARDEN)))
                    .containsPattern("(?s)TEXT='Large kitchen'[^>]*>\\s*<node [^>]*TEXT='Bath'")
                    .doesNotContain("=1+1");
            assertThat(server.requests().get(0).text()).contains("\\\"total\\\":1");

            freeplane.does("menu", MAIN, "Edit", "Undo");
            assertThat(saved(freeplane, map -> !map.contains(GARDEN)))
                    .containsPattern("(?s)TEXT='Kitchen'[^>]*/>\\s*<node [^>]*TEXT='Bath'");
            freeplane.does("menu", MAIN, "File", "Close current map");
            freeplane.does("gone", "Ask AI in Freeplane");
            assertThat(freeplane.threadsDownTo(0, "plumbline.*|HttpClient-.*|Failsafe.*"))
                    .as("threads when the map is closed")
                    .isEmpty();
            freeplane.does("close", MAIN);
            assertThat(freeplane.ended(60)).isTrue();
        }
    }

    /** Saves the map, and gives what is in the file when it is as wanted, or in the end. */
    private String saved(DesktopProgram freeplane, Predicate<String> wanted) throws Exception {
        freeplane.does("menu", MAIN, "File", "Save map");
        for (int i = 0; i < 1800 && !wanted.test(map()); i++) {
            Thread.sleep(50);
        }
        return map();
    }

    private String map() throws IOException {
        return Files.readString(folder.resolve("map.mm")).replace('"', '\'');
    }

    private List<String> arguments(String service) throws IOException {
        clear();
        Path user = Files.createDirectories(folder.resolve("user").resolve("1.7.x"));
        unpack(Path.of("target", "plumbline-freeplane.jar"), user.resolve("plumbline"));
        Files.writeString(user.resolve("auto.properties"), """
                plumbline.url=%s
                language=en
                check_updates_automatically=false
                neverShowSurvey=true
                """.formatted(service));
        Files.writeString(folder.resolve(".java.policy"), """
                grant codeBase "file:%s" { permission java.security.AllPermission; };
                """.formatted(folder.resolve("agent.jar")));
        Path map = Files.writeString(folder.resolve("map.mm"), """
                <map version="freeplane 1.7.0">
                <node TEXT="House" ID="ID_1">
                <node TEXT="Kitchen" ID="ID_2" POSITION="right"/>
                <node TEXT="Bath" ID="ID_3" POSITION="right"/>
                </node>
                </map>
                """);
        return List.of(
                "-Duser.home=" + folder,
                "-Duser.language=en",
                "-Dorg.freeplane.basedirectory=" + HOST,
                "-Dorg.freeplane.globalresourcedir=" + HOST + "/resources",
                "-Dorg.freeplane.userfpdir=" + user.getParent(),
                "-Dorg.freeplane.old_userfpdir=" + user.getParent(),
                "-Dorg.freeplane.os.lib.ext=/usr/share/java",
                "-Dorg.freeplane.nosplash=true",
                "-Dswing.systemlaf=javax.swing.plaf.metal.MetalLookAndFeel",
                "-jar",
                HOST + "/freeplanelauncher.jar",
                map.toString());
    }

    /** What an earlier run left: it was kept to be looked at. */
    private void clear() throws IOException {
        Path old = folder.resolve("user");
        if (Files.exists(old)) {
            try (Stream<Path> files = Files.walk(old)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** As a user installs it: the host loads a folder and no file. */
    private static void unpack(Path file, Path into) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry :
                    zip.stream().filter(each -> !each.isDirectory()).toList()) {
                Path to = into.resolve(entry.getName());
                Files.createDirectories(to.getParent());
                try (InputStream from = zip.getInputStream(entry)) {
                    Files.copy(from, to);
                }
            }
        }
    }
}
