package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Models have an end, and what they take differs, so their names are in one place: the table {@code services.json}. */
class ModelNamesTest {
    /** A model's name, or a part of one that a program could compare. */
    private static final Pattern NAME = Pattern.compile(
            "\"[^\"\\n]*(?:gpt-|\\bo\\d\\b|o\\\\\\\\d|claude-|\"claude\"|gemini-|gemma-?|"
                    + "grok-|kimi-|glm-|qwen-|deepseek-[a-z]|mistral-(?:small|medium|large)|amazon\\\\*\\.nova)[^\"\\n]*\"");

    /**
     * Sources whose strings are names of something else, or that judge what the table says: the emulated services, whose rules
     * are from the pages of the services; names of clients of MCP; and the estimate of tokens, whose module does not know the
     * providers.
     */
    private static final Set<String> OTHERS = Set.of(
            "OpenAiRules.java",
            "AnthropicRules.java",
            "McpConfigCommand.java",
            "McpOptions.java",
            "TokenEstimate.java");

    @Test
    @DisplayName("W5 no main source names a model or compares the name of one: the table does")
    void w5_noMainSource_namesModels() throws IOException {
        for (String planted : List.of(
                "builder(\"gpt-5-mini\")",
                "name.startsWith(\"claude-\")",
                "Pattern.compile(\"(?:.*[/])?o\\\\d-mini.*\")",
                "model.contains(\"gemma\")")) {
            assertThat(NAME.matcher(planted).find()).as(planted).isTrue();
        }
        try (Stream<Path> files = Files.walk(CompiledProject.folder())) {
            List<String> named = files.filter(ModelNamesTest::isMainSource)
                    .filter(file -> !OTHERS.contains(file.getFileName().toString()))
                    .filter(file -> NAME.matcher(text(file)).find())
                    .map(file -> file.getFileName().toString())
                    .toList();
            assertThat(named).isEmpty();
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
