package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginsDocTest {
    @TempDir
    private Path folder;

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs/plugins.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    @Tag("A21")
    @Tag("A26")
    @Tag("A36")
    @DisplayName("A36 the doors of the page, with the settings of the page")
    void doors_haveTheirFileAndFolder() throws IOException {
        Files.writeString(folder.resolve("plugins.json"), blocks("json").get(0));
        Files.createDirectories(folder.resolve("plugins/com.acme.doors"));
        Files.writeString(folder.resolve("plugins/com.acme.doors/doors.txt"), "oak door\ntin door\n");
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("findDoors", Map.of("word", "oak"))
                .says("One.");
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addPlugin(new PluginsExamples.DoorPlugin())
                .addPlugin(new PluginsExamples.CataloguePlugin())
                .pluginConfig(folder.resolve("plugins.json"))
                .build()) {
            assertThat(ai.send(ComingFromExamples.body("An oak door?"))
                            .toolResults()
                            .get(0)
                            .envelope()
                            .toJson()
                            .text())
                    .contains("oak door")
                    .doesNotContain("tin door");
            assertThat(ai.describe())
                    .contains("plugin    com.acme.doors 1.4.0 active", "PriceFeed @com.acme.doors healthy");
            assertThat(PluginsExamples.without(ai, folder.resolve("plugins.json"), "com.acme.doors"))
                    .extracting(PluginStatus::id, PluginStatus::state)
                    .extracting(Object::toString)
                    .containsExactly("(\"com.acme.catalogue\", ACTIVE)", "(\"com.acme.doors\", DISABLED)");
            assertThat(ai.describe()).contains("com.acme.doors 1.4.0 disabled").doesNotContain("findDoors");
        }
    }

    @Test
    @DisplayName("136 a jar that nobody approved brings nothing, and the host starts")
    void host_startsWithoutWhatItCannotTrust() throws IOException {
        Path jar = Files.write(folder.resolve("doors.jar"), new byte[] {1});
        try (AiRuntime ai =
                PluginsExamples.host(ScriptedProvider.create().says("Here."), folder, jar, "0".repeat(64))) {
            assertThat(ai.plugins())
                    .extracting(PluginStatus::id, PluginStatus::state)
                    .extracting(Object::toString)
                    .containsExactly("(\"com.acme.catalogue\", ACTIVE)", "(\"doors.jar\", FAILED)");
            assertThat(ai.send("Are you there?").text()).isEqualTo("Here.");
        }
    }
}
