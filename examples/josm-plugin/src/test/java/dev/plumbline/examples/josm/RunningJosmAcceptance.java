package dev.plumbline.examples.josm;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JOSM itself, in a screen of its own, with the plug-in as it is shipped, used by mouse and keys. */
@Tag("external")
class RunningJosmAcceptance {
    private static final String MAIN = ".*Java OpenStreetMap Editor.*";

    /** The first JVM on which JOSM does not start: it sets a security policy. */
    private static final int TOO_NEW = 24;

    private final Path folder = Path.of("target", "acceptance", "josm").toAbsolutePath();

    @BeforeAll
    static void screen() throws IOException {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
        Assumptions.assumeTrue(
                DesktopProgram.javaBefore(TOO_NEW).isPresent(),
                "SKIPPED: JOSM needs a JVM that is older than 24: apt-get install openjdk-17-jre");
    }

    @Test
    @Tag("D4")
    void request_isDrawnAndTagged_isOneStep_andEndsWithItsLayer() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("add_way", way(11.54995, "path"))
                .callsTool("select_objects", Map.of("search", "type:node -child"))
                .nextRound()
                .callsTool("change_tags", Map.of("tags", Map.of("barrier", "gate")))
                .callsTool("add_way", way(11.55005, "track"))
                .says("A path, a track and a gate.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                DesktopProgram josm = new DesktopProgram(
                        folder,
                        DesktopProgram.javaBefore(TOO_NEW).orElseThrow(),
                        arguments(server.address().toString()))) {
            josm.does("start", MAIN);
            josm.does("menu", MAIN, "Windows", "Ask AI");
            chooseModel(josm);

            josm.does("type", "message", "a path, a track and a gate as was said");
            josm.does("label", ".*change selection.*"); // the help of the mode Select: an "a" did not begin to draw
            josm.does("press", "ENTER");
            josm.number("says", "conversation", ".*✓ add way.*A path, a track and a gate\\..*");
            josm.does("shot", folder.resolve("drawn.png").toString());
            josm.does("click", "assistant-history");
            josm.does("window", "Conversations");
            josm.number("says", "history-state", "Conversations: 1");
            josm.does("shot", folder.resolve("history.png").toString());
            josm.does("close", "Conversations");
            assertThat(server.requests())
                    .isNotEmpty()
                    .allSatisfy(request -> assertThat(request.text()).contains("\"model\":\"map-model\""));
            assertThat(saved(josm, map -> map.contains("track"))).contains("v='path'", "v='gate'");
            josm.does("menu", MAIN, "Edit", "Undo");
            assertThat(saved(josm, map -> !map.contains("track")))
                    .doesNotContain("<way", "gate")
                    .containsOnlyOnce("<node");

            josm.does("menu", MAIN, "File", "Delete Layer");
            assertThat(josm.threadsDownTo(0, "plumbline.*|HttpClient-.*|Failsafe.*"))
                    .as("threads when the layer is gone")
                    .isEmpty();
            josm.does("close", MAIN);
            assertThat(josm.ended(60)).isTrue();
        }
    }

    /** On the page of the preferences that the dialog leads to; the conversation begins anew. */
    private void chooseModel(DesktopProgram josm) {
        josm.does("click", "Open preferences for this panel");
        josm.does("window", "Preferences");
        josm.does("type", "plumbline-model", "map-model");
        josm.does("shot", folder.resolve("preferences.png").toString());
        josm.does("click", "OK");
        josm.does("gone", "Preferences");
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

    /** What an earlier run left: a stored conversation would be opened again. */
    private void clear() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private List<String> arguments(String service) throws Exception {
        clear();
        Path plugins = Files.createDirectories(folder.resolve("josm").resolve("plugins"));
        Files.copy(Path.of("target", "plumbline.jar"), plugins.resolve("plumbline.jar"), REPLACE_EXISTING);
        Files.writeString(plugins.resolveSibling("preferences.xml"), """
                <preferences xmlns='http://josm.openstreetmap.de/preferences-1.0' version='18646'>
                  <list key='plugins'><entry value='plumbline'/></list>
                  <tag key='plumbline.url' value='%s'/>
                  <tag key='josm.version' value='18646'/>
                  %s
                </preferences>
                """.formatted(service, othersHidden()));
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

    /** The dialogs that need the height beside the map in a screen as small as this one. */
    private static String othersHidden() {
        return Stream.of("selectionlist", "relationlist")
                .map(dialog -> "<tag key='" + dialog + ".visible' value='false'/>")
                .collect(Collectors.joining("\n  "));
    }
}
