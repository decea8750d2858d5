package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Models have an end, so their names are in one place. */
class ModelNamesTest {
    private static final Pattern NAME = Pattern.compile("\"(?:gpt-\\d|o\\d|claude-[a-z]+-\\d|gemini-\\d|grok-\\d|"
            + "deepseek-[a-z]|mistral-(?:small|medium|large))[\\w.-]*\\w\"");

    @Test
    @DisplayName("W5 one main source names models, and a model near its end warns once")
    void w5_oneMainSource_namesModels() throws IOException {
        assertThat(NAME.matcher("builder(\"gpt-5-mini\")").find()).isTrue();
        try (Stream<Path> files = Files.walk(CompiledProject.folder())) {
            List<String> named = files.filter(ModelNamesTest::isMainSource)
                    .filter(file -> NAME.matcher(text(file)).find())
                    .map(file -> file.getFileName().toString())
                    .toList();
            assertThat(named).containsExactly("BuiltInModels.java");
        }
    }

    private static boolean isMainSource(Path file) {
        String place = CompiledProject.folder().relativize(file).toString();
        return place.endsWith(".java") && place.contains("src/main/java/") && !place.startsWith("checks");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
