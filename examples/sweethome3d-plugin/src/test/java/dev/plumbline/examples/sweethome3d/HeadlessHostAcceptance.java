package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file as it is shipped, loaded by the host's own loader, on a real home, without a screen. */
@Tag("external")
class HeadlessHostAcceptance {
    @TempDir
    private Path folder;

    @Test
    @Tag("D2")
    void file_isSmall() throws Exception {
        assertThat(Files.size(SweetHomeProgram.PLUGIN))
                .as("bytes of the plug-in")
                .isLessThanOrEqualTo(6_620_000);
    }

    @Test
    @Tag("D2")
    void plugin_isLoaded_draws_isSavedAndRead_andNothingOfItStays() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("add_wall", Map.of("x1", 0, "y1", 0, "x2", 400, "y2", 0))
                .callsTool("add_wall", Map.of("x1", 400, "y1", 0, "x2", 400, "y2", 300))
                .says("Two ", "walls.")
                .repeats();
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        Files.copy(SweetHomeProgram.PLUGIN, plugins.resolve("desk.sh3p"));
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script)) {
            assertThat(drill(plugins.toString(), server.address().toString()).lines())
                    .contains(
                            "menu=AI",
                            "said=Two walls.",
                            "walls=2",
                            "read=2",
                            "undone=0 false",
                            "collected=true",
                            "threads=[]");
        }
    }

    private String drill(String plugins, String service) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.awt.headless=true",
                        "-XX:SoftRefLRUPolicyMSPerMB=0",
                        "-Duser.home=" + folder,
                        "-cp",
                        SweetHomeProgram.classPath() + ":"
                                + HeadlessHostProgram.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .getPath(),
                        HeadlessHostProgram.class.getName(),
                        plugins,
                        service)
                .redirectErrorStream(true)
                .start();
        return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
