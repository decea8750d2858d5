package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.policies.Policies;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsDocTest {
    private static final Path PAGE = Path.of("../../docs/models.md");

    @Test
    void file_isRead() throws IOException {
        byte[] file = blocks("json").get(0).getBytes(StandardCharsets.UTF_8);
        assertThat(ModelCatalog.of(ModelId.NONE, List.of()).merged(file).find(ModelId.parse("openai:gpt-4o-mini")))
                .isPresent();
    }

    @Test
    @DisplayName("O1 each price of docs/prices.json has an address and the day on which it was read")
    void o1_prices_haveTheirSource() throws IOException {
        ModelCatalog read =
                ModelCatalog.of(ModelId.NONE, List.of()).merged(Files.readAllBytes(PAGE.resolveSibling("prices.json")));
        assertThat(read.all())
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(model -> assertThat(model.prices())
                        .isNotEmpty()
                        .allSatisfy(price ->
                                assertThat(price.source()).matches("https://.* read on 20\\d\\d-\\d\\d-\\d\\d")));
    }

    @Test
    @DisplayName("O1 a runtime with limits answers until one of them is reached")
    void o1_limits_endCalls(@TempDir Path folder) throws IOException {
        Path prices = write(
                folder,
                "{'id': 'scripted:script', 'prices': {'from': '2026-01-01', 'source': 'a test', 'input': '1', 'output': '0', 'currency': 'USD'}}");
        ScriptedProvider model = ScriptedProvider.create()
                .usage(Usage.of(6_000_000, 1))
                .says("One.")
                .says("Two.")
                .says("Three.");
        try (AiRuntime ai =
                ModelsExamples.thrifty(model, prices, Policies.localBudgets(VirtualClock.create()), call -> "ann")) {
            assertThat(ai.send("One?").isOk()).isTrue();
            assertThat(ai.send("Two?").isOk()).isTrue();
            AiError refused = ai.send("Three?").error().orElseThrow();
            assertThat(refused.code()).isEqualTo("spending-limit");
            assertThat(refused.message()).contains("each user and day, 0 USD are left");
            assertThat(refused.userMessage(Locale.ENGLISH)).isEqualTo("The spending limit is reached.");
        }
    }

    @Test
    void programs_doWhatTheySay(@TempDir Path folder) throws IOException {
        Path rows = write(folder, "{'id': 'scripted:eyes', 'can': ['IMAGE_INPUT']}");
        Path news = write(
                folder,
                "{'id': 'scripted:eyes', 'prices': {'from': '1970-01-01', 'source': 'a test', 'input': '2', 'output': '0', 'currency': 'USD'}}");
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
