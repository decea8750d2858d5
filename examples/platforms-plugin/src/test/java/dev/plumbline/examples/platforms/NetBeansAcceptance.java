package dev.plumbline.examples.platforms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The NetBeans Platform, in a screen of its own, with two plug-ins as they are packed, used by mouse and keys. */
@Tag("external")
class NetBeansAcceptance {
    private static final Path MODULES = Path.of("target", "netbeans");
    private static final String MAIN = "Apache NetBeans Platform.*";

    private final Path folder = Path.of("target", "acceptance", "netbeans").toAbsolutePath();

    @BeforeAll
    static void screen() {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
        Assumptions.assumeTrue(
                Files.isDirectory(MODULES),
                "SKIPPED, and it should not be: mvnw -f examples/platforms-plugin/netbeans.xml"
                        + " dependency:copy-dependencies");
    }

    @Test
    @DisplayName("D4 two plug-ins with two versions of the library work side by side in the NetBeans Platform")
    void d4_twoPlugins_workSideBySide() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("write_text", Map.of("whole", "Dear Ann"))
                .says("Written.")
                .callsTool("write_text", Map.of("whole", "Dear Ann"))
                .says("Written.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                DesktopProgram netbeans =
                        new DesktopProgram(folder, arguments(server.address().toString()))) {
            netbeans.does("start", MAIN);
            for (Path plugin : List.of(TwoPlugins.FIRST, folder.resolve("second.jar"))) {
                String name = plugin.equals(TwoPlugins.FIRST) ? "Ask AI" : "Write again";
                netbeans.does("menu", MAIN, "Window", name);
                netbeans.does("type", name + ">message", "write a letter");
                netbeans.does("press", "ENTER");
                netbeans.number("says", name + ">conversation", "(?s).*Written\\..*");
                assertThat(netbeans.does("text", "text of " + name))
                        .isEqualTo("Dear Ann " + TwoPlugins.version(plugin));
            }
            netbeans.does("shot", folder.resolve("two.png").toString());
        }
    }

    private List<String> arguments(String service) throws IOException {
        clear();
        Path platform = folder.resolve("app/platform");
        try (Stream<Path> modules = Files.list(MODULES)) {
            for (Path module : modules.sorted().toList()) {
                unpack(module, platform);
            }
        }
        Path user = folder.resolve("user");
        install(user, TwoPlugins.FIRST, TwoPlugins.NAME);
        install(user, TwoPlugins.second(folder), TwoPlugins.NAME + "2");
        List<String> arguments = new ArrayList<>(List.of(
                "-Duser.home=" + folder,
                "-Duser.language=en",
                "-Djava.security.manager=allow",
                "-Dplumbline.url=" + service,
                "-Dnetbeans.home=" + platform,
                "-Dnetbeans.user=" + user));
        for (String open : List.of(
                "java.base/java.net",
                "java.base/java.lang",
                "java.base/java.lang.ref",
                "java.base/java.util",
                "java.desktop/java.awt",
                "java.desktop/java.awt.event",
                "java.desktop/javax.swing",
                "java.desktop/javax.swing.plaf.basic",
                "java.desktop/sun.awt.X11",
                "java.prefs/java.util.prefs")) {
            arguments.add("--add-opens=" + open + "=ALL-UNNAMED");
        }
        try (Stream<Path> boot = Files.list(platform.resolve("lib"))) {
            arguments.add("-cp");
            arguments.add(boot.map(Path::toString)
                    .filter(file -> file.endsWith(".jar"))
                    .sorted()
                    .reduce((a, b) -> a + ":" + b)
                    .orElseThrow());
        }
        arguments.addAll(List.of("org.netbeans.Main", "--nosplash"));
        return arguments;
    }

    private static void unpack(Path module, Path platform) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(module))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().startsWith("netbeans/") && !entry.isDirectory()) {
                    Path file = platform.resolve(entry.getName().substring("netbeans/".length()));
                    Files.createDirectories(file.getParent());
                    Files.copy(zip, file, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void install(Path user, Path plugin, String name) throws IOException {
        String file = name.replace('.', '-');
        Files.createDirectories(user.resolve("modules"));
        Files.copy(plugin, user.resolve("modules").resolve(file + ".jar"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(
                Files.createDirectories(user.resolve("config/Modules")).resolve(file + ".xml"),
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE module PUBLIC "-//NetBeans//DTD Module Status 1.0//EN" "http://www.netbeans.org/dtds/module-status-1_0.dtd">
                <module name="%s">
                  <param name="autoload">false</param>
                  <param name="eager">false</param>
                  <param name="enabled">true</param>
                  <param name="jar">modules/%s.jar</param>
                  <param name="reloadable">false</param>
                </module>
                """.formatted(name, file));
    }

    private void clear() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
