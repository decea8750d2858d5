package dev.plumbline.examples.platforms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.uidriver.DesktopProgram;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.eclipse.swt.SWT;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.launch.Framework;

/** Equinox with SWT, in a screen of its own, with two plug-ins as they are packed, used by mouse and keys. */
@Tag("external")
class EquinoxAcceptance {
    private final Path folder = Path.of("target", "acceptance", "equinox").toAbsolutePath();

    @BeforeAll
    static void screen() {
        Assumptions.assumeTrue(
                DesktopProgram.isPossible(),
                "SKIPPED: there is no screen here, so the running program was not tried: apt-get install xvfb openbox");
    }

    @Test
    @DisplayName("D4 two plug-ins with two versions of the library work side by side in Equinox with SWT")
    void d4_twoPlugins_workSideBySide() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("write_text", Map.of("whole", "Dear Ann"))
                .says("Written.")
                .callsTool("write_text", Map.of("whole", "Dear Ann"))
                .says("Written.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                DesktopProgram equinox =
                        new DesktopProgram(folder, arguments(server.address().toString()))) {
            equinox.does("start", ".*");
            for (Path plugin : List.of(TwoPlugins.FIRST, folder.resolve("second.jar"))) {
                String name = TwoPlugins.NAME + (plugin.equals(TwoPlugins.FIRST) ? "" : "2");
                equinox.does("type", name + ">message", "write a letter");
                equinox.does("press", "ENTER");
                equinox.number("says", name + ">conversation", "(?s).*Written\\..*");
                assertThat(server.lastRequest().text())
                        .contains("Dear Ann " + TwoPlugins.version(plugin));
            }
            equinox.does("shot", folder.resolve("two.png").toString());
        }
    }

    private List<String> arguments(String service) throws Exception {
        Files.createDirectories(folder);
        Path second = TwoPlugins.second(folder);
        Path swt = jar(SWT.class);
        return List.of(
                "-Duser.home=" + folder,
                "-Duser.language=en",
                "-Dplumbline.url=" + service,
                "-cp",
                jar(Framework.class) + ":" + jar(EquinoxHost.class),
                EquinoxHost.class.getName(),
                folder.resolve("configuration").toString(),
                swt.toString(),
                swtHost(swt).toString(),
                TwoPlugins.FIRST.toString(),
                second.toString(),
                workbench().toString());
    }

    private static Path jar(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Returns the bundle whose fragment the native one is. */
    private static Path swtHost(Path fragment) {
        String version = fragment.getParent().getFileName().toString();
        return fragment.resolve("../../../org.eclipse.swt/" + version + "/org.eclipse.swt-" + version + ".jar")
                .normalize();
    }

    private Path workbench() throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", "workbench");
        main.putValue("Require-Bundle", "org.eclipse.swt");
        Path file = folder.resolve("workbench.jar");
        String name = Workbench.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream code = Workbench.class.getResourceAsStream("Workbench.class")) {
            jar.putNextEntry(new JarEntry(name));
            code.transferTo(jar);
        }
        return file;
    }
}
