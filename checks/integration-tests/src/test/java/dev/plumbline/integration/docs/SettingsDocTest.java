package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.SensitiveText;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.server.OpenAiResponsesScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JPasswordField;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs and the table of docs/settings.md. With {@code -Dplumbline.page=write} the run writes the table. */
@Timeout(120)
class SettingsDocTest {
    private static final Path PAGE = Path.of("../../docs/settings.md");
    private static final Pattern TABLE = Pattern.compile("\\| provider \\| `temp.*?\n(?=\n)", Pattern.DOTALL);

    @Test
    @DisplayName("N3 the page says what each provider sends for each setting, and the trace what it leaves out")
    void n3_settings_areSentAsThePageSays() throws IOException {
        Map<String, Map<String, SentSettings.Sent>> sent = SentSettings.all();
        String table = SentSettings.table(sent);
        String page = Files.readString(PAGE);
        if ("write".equals(System.getProperty("plumbline.page"))) {
            page = TABLE.matcher(page).replaceFirst(java.util.regex.Matcher.quoteReplacement(table));
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(table);
        assertThat(sent)
                .allSatisfy((provider, cells) -> assertThat(cells).allSatisfy((setting, cell) -> {
                    if (cell.members().isEmpty()) {
                        assertThat(cell.trace()).as("%s %s", provider, setting).contains("not sent");
                    }
                }));
    }

    @Test
    @DisplayName("N11 an error before sending names each setting that is not taken")
    void n11_everySettingThatIsRefused_isInTheError() {
        ModelOptions settings =
                ModelOptions.builder().temperature(0).seed(1).stop("END").build();
        try (AiRuntime ai = AiRuntime.of(OpenAiResponses.builder("gpt-5.5")
                .apiKey(Secret.of("key".toCharArray()))
                .failOnUnsupportedOptions(true)
                .build())) {
            AiReturn ret = ai.send("Is it?", SessionOptions.ofModel(settings));
            assertThat(ret.error().orElseThrow().code()).isEqualTo("option-unsupported");
            assertThat(ret.error().orElseThrow().message())
                    .contains(
                            "temperature",
                            "; seed is not sent in this format; stop is not sent in this format. Remove");
        }
    }

    @Test
    @DisplayName("N11 the trace names each setting that was left out, not the last one alone")
    void n11_everySettingThatIsLeftOut_isInTheTrace() {
        ModelOptions settings =
                ModelOptions.builder().temperature(0).seed(1).stop("END").build();
        try (ScriptedServer server = ScriptedServer.openAiChat();
                AiRuntime ai = AiRuntime.of(OpenAiResponses.builder("gpt-5.5")
                        .apiKey(Secret.of("key".toCharArray()))
                        .baseUrl(server.address().toString())
                        .build())) {
            server.answers(OpenAiResponsesScript.create().says("Yes."));
            AiReturn ret = ai.send("Is it?", SessionOptions.ofModel(settings));
            assertThat(ret.text()).isEqualTo("Yes.");
            assertThat(ret.trace().note("provider"))
                    .contains("temperature", "; seed is not sent in this format; stop is not sent in this format");
        }
    }

    @Test
    @DisplayName("N3 options of a runtime, a conversation and a question add up")
    void n3_levels_addUp() {
        ScriptedProvider model = ScriptedProvider.create().says("One.").says("Two.");
        try (AiRuntime ai = SettingsExamples.runtime(model);
                ConversationSession session = ai.session(AiBody.builder().build())) {
            SessionOptions brief = SessionOptions.ofModel(
                    ModelOptions.builder().temperature(0).maxOutputTokens(500).build());
            assertThat(ai.send("One?", brief).text()).isEqualTo("One.");
            assertThat(session.send("Two?").text()).isEqualTo("Two.");
            ModelOptions sent = model.calls().get(0).options();
            assertThat(sent.temperature()).hasValue(0);
            assertThat(sent.maxOutputTokens()).hasValue(500);
            assertThat(model.calls().get(1).options().maxOutputTokens()).hasValue(2_000);
            AiReturn elsewhere = SettingsExamples.thoughtful(session, "Three?");
            assertThat(elsewhere.error()).map(AiError::code).contains("no-provider");
            assertThat(elsewhere.error().orElseThrow().message()).contains("openai:", "registered are [scripted]");
        }
    }

    @Test
    @DisplayName("N3 a label has the sentence for the user and, as its tip, the words of the service")
    void n3_providerMessage_isShown() {
        AiError error = AiError.of(AiError.Category.AUTHENTICATION, "invalid_api_key", "refused")
                .withProviderMessage(SensitiveText.of("Incorrect API key provided"));
        JLabel label = new JLabel();
        SettingsExamples.show(AiReturn.failed(error), label);
        assertThat(label.getText()).isEqualTo(error.userMessage());
        assertThat(label.getToolTipText()).isEqualTo("Incorrect API key provided");
    }

    @Test
    @DisplayName("N3 a key that the user types is stored, used at once, and not shown again")
    void n3_typedKey_isStoredAndUsed() throws Exception {
        AtomicReference<char[]> keyring = new AtomicReference<>();
        try (ScriptedServer server = ScriptedServer.onPort(0);
                OpenAiResponses openAi = OpenAiResponses.builder()
                        .apiKey(Secret.from(() -> keyring.get().clone()))
                        .baseUrl(server.address().toString())
                        .build()) {
            server.answers(ServerResponse.json("{\"data\":[{\"id\":\"gpt-5.5\"}]}"))
                    .otherwise(request -> ServerResponse.json("{\"error\":{\"code\":\"invalid_api_key\"}}")
                            .withStatus(401));
            JPanel[] window = new JPanel[1];
            SwingUtilities.invokeAndWait(() -> window[0] = KeyWindow.panel(openAi, key -> keyring.set(key.clone())));
            types(window[0], "sk-right");
            Await.until(() -> state(window[0]).equals("The key is right. Models: 1"), () -> state(window[0]));
            assertThat(server.requests().get(0).header("authorization")).contains("Bearer sk-right");
            types(window[0], "sk-wrong");
            Await.until(
                    () -> state(window[0]).contains("key") && !state(window[0]).contains("right"),
                    () -> state(window[0]));
            assertThat(server.requests().get(1).header("authorization")).contains("Bearer sk-wrong");
        }
    }

    @Test
    @DisplayName("N3 a keyring that refuses is explained to the user")
    void n3_keyringThatRefuses_isExplained() throws Exception {
        AiError refusal = AiError.of(AiError.Category.CONFIGURATION, "keyring", "locked");
        JPanel[] window = new JPanel[1];
        SwingUtilities.invokeAndWait(() -> window[0] = KeyWindow.panel(ScriptedProvider.create(), key -> {
            throw new AiException(refusal);
        }));
        types(window[0], "sk");
        Await.until(() -> state(window[0]).contains("Unlock it"), () -> state(window[0]));
    }

    private static void types(JPanel window, String key) throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            JPasswordField field = (JPasswordField) window.getComponent(0);
            field.setText(key);
            ((JButton) window.getComponent(1)).doClick();
            assertThat(field.getPassword()).isEmpty();
        });
    }

    private static String state(JPanel window) {
        return ((JLabel) window.getComponent(2)).getText();
    }
}
