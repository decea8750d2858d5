package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsDocTest {
    private static final Path PAGE = Path.of("../docs/models.md");

    @Test
    void file_isRead() throws IOException {
        byte[] file = blocks("json").get(0).getBytes(StandardCharsets.UTF_8);
        assertThat(ModelCatalog.of(ModelId.NONE, List.of()).merged(file).find(ModelId.parse("openai:gpt-4o-mini")))
                .isPresent();
    }

    @Test
    void programs_doWhatTheySay(@TempDir Path folder) throws IOException {
        Path rows = write(folder, "{'id': 'scripted:eyes', 'can': ['IMAGE_INPUT']}");
        Path news =
                write(folder, "{'id': 'scripted:eyes', 'prices': {'input': '2', 'output': '0', 'currency': 'USD'}}");
        Path sketch = Files.write(
                folder.resolve("sketch.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A});
        ScriptedProvider model =
                ScriptedProvider.create().usage(Usage.of(1_000_000, 1)).says("A door.");
        try (AiRuntime ai = ModelsExamples.priced(model, rows)) {
            ModelsExamples.news(ai, news);
            AiReturn seen = ModelsExamples.look(ai, sketch);
            assertThat(model.calls().get(0).model()).isEqualTo(ModelId.parse("scripted:eyes"));
            assertThat(seen.cost()).map(Cost::toString).contains("2 USD");
        }
    }

    private static Path write(Path folder, String row) throws IOException {
        String text = "{'format': 'plumbline-models/1', 'models': [" + row + "]}";
        return Files.writeString(Files.createTempFile(folder, "models", ".json"), text.replace('\'', '"'));
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
