package dev.plumbline.examples.josm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Component;
import java.util.Arrays;
import javax.swing.JComboBox;
import javax.swing.JTextField;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openstreetmap.josm.spi.preferences.Config;

/** Who is asked, as the host's preferences have it. */
class AskPreferenceTest {

    @BeforeEach
    void host() {
        JosmFixture.begin();
    }

    @Test
    void noSettings_areOpenAi_andAnAddressAloneIsAServiceThere() {
        assertThat(AskSettings.load())
                .isEqualTo(new AskSettings(AskSettings.Service.OPENAI, "", "", ""))
                .satisfies(settings -> assertThat(settings.provider().id()).isEqualTo("openai"));
        Config.getPref().put("plumbline.url", "http://localhost:11434/v1");
        assertThat(AskSettings.load().service()).isEqualTo(AskSettings.Service.OTHER);
    }

    @Test
    void everyService_hasAProvider() {
        assertThat(Arrays.stream(AskSettings.Service.values())
                        .map(service -> new AskSettings(service, "http://localhost:11434/v1", "m", ""))
                        .map(settings -> settings.provider().id()))
                .hasSize(AskSettings.Service.values().length)
                .contains("anthropic", "gemini");
    }

    @Test
    void page_keepsWhatIsChosen_andNoKey() {
        AskPreference page = new AskPreference();
        ((JComboBox<?>) field(page, "service")).setSelectedItem(AskSettings.Service.ANTHROPIC);
        ((JTextField) field(page, "model")).setText(" claude-x ");
        assertThat(page.ok()).as("JOSM need not be started again").isFalse();
        assertThat(AskSettings.load()).isEqualTo(new AskSettings(AskSettings.Service.ANTHROPIC, "", "claude-x", ""));
    }

    @Test
    void addressThatIsNotAllowed_isSaidWhenAskedFor() {
        AskSettings settings = new AskSettings(AskSettings.Service.OTHER, "http://example.com/v1", "m", "");
        assertThatThrownBy(settings::provider).isInstanceOf(IllegalArgumentException.class);
    }

    private static Component field(AskPreference page, String name) {
        return Arrays.stream(page.form().getComponents())
                .filter(part -> ("plumbline-" + name).equals(part.getName()))
                .findFirst()
                .orElseThrow();
    }
}
