package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javax.swing.JComboBox;
import javax.swing.JPasswordField;
import javax.swing.JTextField;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetupPanelTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("D6 Test asks one small thing and says that it works, or what is wrong and what to do")
    void d6_test_saysWhatIsWrong() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                Desk desk = Desk.at(server)) {
            server.answers(
                    ServerResponse.json("{\"error\":{\"message\":\"Incorrect API key\",\"code\":\"invalid_api_key\"}}")
                            .withStatus(401));
            server.otherwise(OpenAiChatScript.create().says("yes"));
            SetupPanel setup = setup(desk);
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "does not accept the key");
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "It works: m-1 has answered");
            type(setup, "plumbline-url", "http://127.0.0.1:1/v1");
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "Cannot reach");
            type(setup, "plumbline-url", "http://example.com/v1");
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "This address cannot be used.");
            type(setup, "plumbline-url", "http://127.0.0.1:1/v1");
            type(setup, "plumbline-proxy", "nowhere");
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "Enter its host and port");
            type(setup, "plumbline-proxy", "");
            type(setup, "plumbline-trust", folder.resolve("none.pem").toString());
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "The file with certificates cannot be used.");
            assertThat(desk.settings).hasSize(2);
        }
    }

    @Test
    @DisplayName("D6 models are listed and not typed")
    void d6_models_areListed() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                Desk desk = Desk.at(server)) {
            server.answers(ServerResponse.json("{\"object\":\"list\",\"data\":[{\"id\":\"m-7\"},{\"id\":\"m-8\"}]}"));
            SetupPanel setup = setup(desk);
            Desk.press(setup.component(), "plumbline-list");
            Desk.awaitText(setup.component(), "Models of the service: 2");
            JComboBox<?> models = Desk.find(setup.component(), "plumbline-model-choice", JComboBox.class);
            assertThat(Desk.onUi(models::getItemCount)).isEqualTo(2);
            Desk.ui(() -> models.setSelectedIndex(1));
            Desk.ui(() -> assertThat(setup.save()).isCompletedWithValue(true));
            assertThat(desk.settings).containsEntry("model", "m-8");
        }
    }

    @Test
    @DisplayName("D7 a key is in the keyring, or in memory for this session, and never in the settings")
    void d7_key_isNeverWritten() {
        try (Desk desk = new Desk()) {
            desk.hasKeyring = false;
            SetupPanel setup = setup(desk);
            Desk.ui(() -> Desk.find(setup.component(), "plumbline-secret", JPasswordField.class)
                    .setText("sk-1"));
            assertThat(Desk.onUi(setup::save).join()).isTrue();
            Desk.awaitText(setup.component(), "The key is kept until the program ends.");
            assertThat(desk.keyring).isEmpty();
            assertThat(desk.settings.values()).noneMatch(text -> text.contains("sk-1"));
            Desk.press(setup.component(), "plumbline-delete-key");
            Desk.awaitText(setup.component(), "There is no key yet.");
        }
    }

    @Test
    @DisplayName("D2 settings that cannot be kept have a sentence, and what was entered stays")
    void d2_settingsThatCannotBeKept_haveASentence() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        AssistantSettings settings = AssistantSettings.inFile(file.resolve("settings.properties"));
        SetupPanel setup = Desk.onUi(() -> Assistant.builder("Desk")
                .settings(AssistantSettings.of(name -> "", (name, text) -> {
                    throw new UncheckedIOException(new java.io.IOException("No space left on device"));
                }))
                .build()
                .setup());
        type(setup, "plumbline-url", "http://localhost:1/v1");
        assertThat(Desk.onUi(setup::save)).isCompletedWithValue(false);
        Desk.awaitText(setup.component(), "could not be kept");
        Desk.awaitText(setup.component(), "http://localhost:1/v1");
        assertThat(settings).isNotNull();
    }

    @Test
    void settings_inAFile_areReadAgain() {
        Path file = folder.resolve("deep").resolve("settings.properties");
        AssistantSettings.inFile(file).put(java.util.Map.of("model", "m-ü", "url", ""));
        assertThat(AssistantSettings.inFile(file).get("model")).isEqualTo("m-ü");
        AssistantSettings.inFile(file).put(java.util.Map.of("model", ""));
        assertThat(AssistantSettings.inFile(file).get("model")).isEmpty();
    }

    @Test
    @DisplayName("N42 all words are there in English, German and French, with the same blanks")
    void n42_words_areInThreeLanguages() throws Exception {
        Properties english = words("words.properties");
        for (String language : List.of("de", "fr")) {
            Properties other = words("words_" + language + ".properties");
            assertThat(new TreeSet<>(other.stringPropertyNames()))
                    .isEqualTo(new TreeSet<>(english.stringPropertyNames()));
            for (String key : english.stringPropertyNames()) {
                assertThat(blanks(other.getProperty(key))).as(key).isEqualTo(blanks(english.getProperty(key)));
            }
        }
        assertThat(AssistantWords.of(Locale.GERMAN).say("button.new")).isEqualTo("Neu");
        assertThat(AssistantWords.of(Locale.ITALIAN).say("button.new")).isEqualTo("New");
    }

    private static Set<String> blanks(String text) {
        return new TreeSet<>(java.util.regex.Pattern.compile("\\{\\d}")
                .matcher(text)
                .results()
                .map(found -> found.group())
                .toList());
    }

    private static Properties words(String name) throws Exception {
        Properties words = new Properties();
        try (java.io.Reader in = new java.io.InputStreamReader(
                AssistantWords.class.getResourceAsStream(name), java.nio.charset.StandardCharsets.UTF_8)) {
            words.load(in);
        }
        return words;
    }

    private static SetupPanel setup(Desk desk) {
        return Desk.onUi(() -> desk.assistant(builder -> builder).setup());
    }

    private static void type(SetupPanel setup, String field, String text) {
        Desk.ui(() -> Desk.find(setup.component(), field, JTextField.class).setText(text));
    }
}
