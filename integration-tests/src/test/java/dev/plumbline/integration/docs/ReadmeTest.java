package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyProgram_isCompiledAsItStands() throws IOException {
        String source =
                squeezed(Files.readString(Path.of("src/test/java/dev/plumbline/integration/docs/ReadmeExamples.java")));
        List<String> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(Files.readString(Path.of("../README.md")));
        while (found.find()) {
            blocks.add(squeezed(found.group(1)));
        }
        assertThat(blocks).hasSize(4).allSatisfy(block -> assertThat(source).contains(block));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void programs_doWhatTheySay() {
        ScriptedProvider model = ScriptedProvider.script()
                .callsTool("drawWall", Map.of("length", -5))
                .callsTool("drawWall", Map.of("length", 5000))
                .says("There it is.");
        assertThat(ReadmeExamples.draw(model)).isEqualTo("There it is.");
        try (AiRuntime ai = AiRuntime.of(ScriptedProvider.script().says("{\"id\":\"w1\",\"millimetres\":5000}"))) {
            assertThat(ReadmeExamples.typed(ai)).isEqualTo(new ReadmeExamples.Wall("w1", 5000));
        }
    }
}
