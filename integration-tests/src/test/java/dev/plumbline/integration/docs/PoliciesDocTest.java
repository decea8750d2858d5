package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoliciesDocTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final SessionOptions DRAWING =
            SessionOptions.builder().namespace("drawing-1").build();

    @TempDir
    private Path folder;

    @Test
    void everyExample_isCompiledAsItStands() throws IOException {
        String source = squeezed(
                Files.readString(Path.of("src/test/java/dev/plumbline/integration/docs/PoliciesExamples.java")));
        Matcher found = BLOCK.matcher(Files.readString(Path.of("../docs/policies.md")));
        int blocks = 0;
        for (; found.find(); blocks++) {
            assertThat(source).contains(squeezed(found.group(1)));
        }
        assertThat(blocks).isEqualTo(4);
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void everyShape_doesWhatItSays() {
        ScriptedProvider model = ScriptedProvider.script().says("A room – 5 by 4");
        try (AiRuntime ai = PoliciesExamples.withLayers(model)) {
            assertThat(ai.send("hi").error().orElseThrow().category()).isEqualTo(AiError.Category.POLICY_DENIED);
            assertThat(ai.send(AiBody.of("hi"), DRAWING).text()).isEqualTo("A room - 5 by 4");
            assertThat(model.calls().get(0).effective())
                    .contains(new Interaction.System("All lengths are millimetres."));
        }
    }

    @Test
    void cacheOnDisk_servesTheNextRuntime() {
        try (AiRuntime ai = cached(ScriptedProvider.script().says("kept"))) {
            AiReturn first = ai.send("hi");
            assertThat(first.text()).isEqualTo("kept");
            assertThat(first.ok()).isTrue();
        }
        ScriptedProvider never = ScriptedProvider.script();
        try (AiRuntime ai = cached(never)) {
            assertThat(ai.send("hi").text()).isEqualTo("kept");
        }
        assertThat(never.calls()).isEmpty();
    }

    private AiRuntime cached(ScriptedProvider provider) {
        return AiRuntime.builder()
                .provider(provider)
                .cache(DiskResponseStore.in(folder.resolve("plumbline")))
                .build();
    }
}
