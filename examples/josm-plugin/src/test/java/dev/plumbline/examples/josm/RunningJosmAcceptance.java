package dev.plumbline.examples.josm;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** JOSM itself, in a screen of its own, with the plug-in as it is shipped, used by mouse and keys. */
class RunningJosmAcceptance {
    private static final String MAIN = ".*Java OpenStreetMap Editor.*";

    private final Path folder = Path.of("target", "acceptance", "josm").toAbsolutePath();

    @BeforeAll
    static void screen() throws IOException {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
        Assumptions.assumeTrue(
                java().isPresent(), "SKIPPED: JOSM needs a JVM that is older than 24: apt-get install openjdk-17-jre");
    }

    /** What JOSM runs on: it sets a security policy, which no JVM allows from 24 on. */
    private static Optional<Path> java() throws IOException {
        Path own = Path.of(System.getProperty("java.home"), "bin", "java");
        if (Runtime.version().feature() < 24) {
            return Optional.of(own);
        }
        try (DirectoryStream<Path> installed =
                Files.newDirectoryStream(Path.of("/usr/lib/jvm"), RunningJosmAcceptance::suits)) {
            for (Path home : installed) {
                return Optional.of(home.resolve("bin").resolve("java"));
            }
        } catch (NoSuchFileException none) {
            // there is no other one
        }
        return Optional.empty();
    }

    /** Whether a JVM is old enough, and has windows. */
    private static boolean suits(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.exists(release) || !Files.exists(home.resolve("lib").resolve("libawt_xawt.so"))) {
            return false;
        }
        return Files.readAllLines(release).stream()
                .filter(line -> line.startsWith("JAVA_VERSION="))
                .map(line -> line.replaceAll("^JAVA_VERSION=\"(\\d+).*$", "$1"))
                .anyMatch(version -> version.matches("\\d+") && Integer.parseInt(version) < 24);
    }

    @Test
    void wish_isDrawnInTheLayer_andIsOneStep() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("addWay", way(11.54995, "path"))
                .callsTool("addWay", way(11.55005, "track"))
                .says("A path and a track.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                DesktopProgram josm = new DesktopProgram(
                        folder, java().orElseThrow(), arguments(server.address().toString()))) {
            josm.does("start", MAIN);
            josm.does("menu", MAIN, "Tools", "Ask AI");
            josm.does("window", "Ask AI");
            josm.does("type", "message", "a path and a track");
            josm.does("press", "ENTER");
            josm.number("says", "conversation", ".*✓ addWay.*A path and a track\\..*");
            josm.does("shot", folder.resolve("drawn.png").toString());
            josm.does("close", "Ask AI");
            assertThat(saved(josm, map -> map.contains("track"))).contains("v='path'");
            josm.does("menu", MAIN, "Edit", "Undo");
            assertThat(saved(josm, map -> !map.contains("track")))
                    .doesNotContain("<way")
                    .containsOnlyOnce("<node");
        }
    }

    /** Saves the layer, and gives what is in the file when it is as wanted, or in the end. */
    private String saved(DesktopProgram josm, Predicate<String> wanted) throws Exception {
        for (int i = 0; i < 1800 && !wanted.test(map()); i++) {
            if (i % 100 == 0) { // a key that comes before the window has the focus is lost
                josm.does("press", "CTRL+S");
            }
            Thread.sleep(50);
        }
        return map();
    }

    private String map() throws Exception {
        return Files.readString(folder.resolve("map.osm")).replace('"', '\'');
    }

    private static Map<String, Object> way(double longitude, String kind) {
        return Map.of(
                "points",
                List.of(List.of(48.14998, longitude), List.of(48.15002, longitude)),
                "tags",
                Map.of("highway", kind));
    }

    private List<String> arguments(String service) throws Exception {
        Path plugins = Files.createDirectories(folder.resolve("josm").resolve("plugins"));
        Files.copy(Path.of("target", "plumbline.jar"), plugins.resolve("plumbline.jar"), REPLACE_EXISTING);
        Files.writeString(plugins.resolveSibling("preferences.xml"), """
                <preferences xmlns='http://josm.openstreetmap.de/preferences-1.0' version='18646'>
                  <list key='plugins'><entry value='plumbline'/></list>
                  <tag key='plumbline.url' value='%s'/>
                  <tag key='josm.version' value='18646'/>
                </preferences>
                """.formatted(service));
        Path map = Files.writeString(folder.resolve("map.osm"), """
                <osm version='0.6' generator='hand' upload='false'>
                  <node id='-1' action='modify' lat='48.15' lon='11.55'/>
                </osm>
                """);
        return List.of(
                "-Djosm.home=" + plugins.getParent(),
                "-Duser.home=" + folder,
                "-Duser.language=en",
                "-cp",
                "/usr/share/josm/josm.jar",
                "org.openstreetmap.josm.gui.MainApplication",
                "--offline=all",
                map.toString());
    }
}
