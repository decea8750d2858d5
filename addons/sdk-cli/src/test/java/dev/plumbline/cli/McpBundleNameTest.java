package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpBundleNameTest {
    @ParameterizedTest
    @CsvSource({"Floor Planner, floor-planner", "(CAD) 2!, cad-2", "家具, plumbline"})
    @DisplayName("W67 the name in a manifest is made of letters, digits and hyphens, whatever the program is called")
    void w67_name_isOfLettersDigitsAndHyphens(String program, String name) {
        Json manifest = new McpBundle(program, "1").manifest();

        assertThat(manifest.get("name").asText()).isEqualTo(name);
        assertThat(manifest.get("display_name").asText()).isEqualTo(program);
    }
}
