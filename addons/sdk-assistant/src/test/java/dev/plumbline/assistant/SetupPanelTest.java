package dev.plumbline.assistant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerResponse;
import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    @DisplayName(
            "S3 a login in the field of the proxy is refused and not kept; it has fields of its own, and the keyring has its password")
    void s3_proxyLogin_isInTheKeyring() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.openAiChat();
                Desk desk = new Desk()) {
            desk.settings.put("url", "http://192.168.77.1/v1");
            desk.settings.put("model", "m-1");
            String place = "127.0.0.1:" + proxy.address().getPort();
            SetupPanel setup = setup(desk);
            for (String wrong :
                    List.of("anna:canary@" + place, "http://" + place, "anna:canary", place + "/x", "h:70000")) {
                type(setup, "plumbline-proxy", wrong);
                assertThat(Desk.onUi(setup::save)).as(wrong).isCompletedWithValue(false);
                Desk.awaitText(setup.component(), "User name and password have fields of their own.");
            }
            assertThat(desk.settings).doesNotContainKey("proxy");
            type(setup, "plumbline-proxy", place);
            ServerResponse wantsLogin =
                    ServerResponse.json("").withStatus(407).withHeader("Proxy-Authenticate", "Basic realm=x");
            proxy.answers(wantsLogin);
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "The proxy " + place + " asks for a login.");
            type(setup, "plumbline-proxy-user", "anna");
            type(setup, "plumbline-proxy-password", "canary");
            proxy.answers(wantsLogin);
            proxy.otherwise(OpenAiChatScript.create().says("yes").says("yes"));
            Desk.press(setup.component(), "plumbline-test");
            Desk.awaitText(setup.component(), "It works: m-1 has answered");
            assertThat(desk.keyring).isEmpty();
            assertThat(Desk.onUi(setup::save).join()).isTrue();
            assertThat(desk.settings).containsEntry("proxy", place).containsEntry("proxy-user", "anna");
            assertThat(desk.settings.values()).noneMatch(text -> text.contains("canary"));
            assertThat(desk.keyring.get("PROXY")).containsExactly("canary".toCharArray());
            proxy.answers(wantsLogin);
            SetupPanel later = setup(desk);
            Desk.press(later.component(), "plumbline-test");
            Desk.awaitText(later.component(), "It works: m-1 has answered");
            assertThat(proxy.lastRequest().header("proxy-authorization"))
                    .contains("Basic " + Base64.getEncoder().encodeToString("anna:canary".getBytes(UTF_8)));
        }
    }

    @Test
    @DisplayName("S15 another service away from here needs a key, and the set-up says so when its address is entered")
    void s15_otherServiceElsewhere_needsAKey() {
        try (Desk desk = new Desk()) {
            desk.settings.put("service", "OTHER");
            desk.settings.put("url", "http://127.0.0.1:1/v1");
            SetupPanel setup = setup(desk);
            Desk.awaitText(setup.component(), "No key is needed.");
            type(setup, "plumbline-url", "https://llm.example.com/v1");
            JTextField address = Desk.find(setup.component(), "plumbline-url", JTextField.class);
            Desk.ui(() -> {
                for (FocusListener listener : address.getFocusListeners()) {
                    listener.focusLost(new FocusEvent(address, FocusEvent.FOCUS_LOST));
                }
            });
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
    @DisplayName("S19 a set-up keeps what was changed in it, and not what another program has changed since")
    void s19_setUpsOfTwoPrograms_keepTheirChanges() {
        Path file = folder.resolve("settings.properties");
        try (Desk one = new Desk();
                Desk other = new Desk()) {
            AssistantSettings.inFile(file).put(Map.of("model", "m-1"));
            SetupPanel first =
                    Desk.onUi(() -> one.assistant(builder -> builder.settings(AssistantSettings.inFile(file)))
                            .setup());
            SetupPanel second =
                    Desk.onUi(() -> other.assistant(builder -> builder.settings(AssistantSettings.inFile(file)))
                            .setup());
            JComboBox<?> model = Desk.find(first.component(), "plumbline-model-choice", JComboBox.class);
            Desk.ui(() -> model.getEditor().setItem("m-2"));
            assertThat(Desk.onUi(first::save)).isCompletedWithValue(true);
            type(second, "plumbline-trust", "system");
            assertThat(Desk.onUi(second::save)).isCompletedWithValue(true);
            AssistantSettings now = AssistantSettings.inFile(file);
            assertThat(now.get("model")).isEqualTo("m-2");
            assertThat(now.get("trust")).isEqualTo("system");
        }
    }

    @Test
    @DisplayName("S19 two copies of the classes change one file of settings at once, and no change is lost")
    void s19_twoClassLoaders_loseNoChange() throws Exception {
        Path file = folder.resolve("settings.properties");
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String own = "copy" + i;
            Method change = copyOfSettings().getDeclaredMethod("change", Path.class, String.class, String.class);
            change.setAccessible(true);
            Thread thread = new Thread(() -> {
                for (int n = 0; n < 10; n++) {
                    invoke(change, file, own + "." + n);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Properties all = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            all.load(in);
        }
        assertThat(all).hasSize(40);
    }

    private static void invoke(Method change, Path file, String name) {
        try {
            change.invoke(null, file, name, "x");
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Loads the class once more, as a second plug-in does. */
    private static Class<?> copyOfSettings() throws IOException, ClassNotFoundException {
        String name = AssistantSettings.class.getName();
        byte[] bytes;
        try (InputStream in = AssistantSettings.class.getResourceAsStream("AssistantSettings.class")) {
            bytes = in.readAllBytes();
        }
        return new ClassLoader(AssistantSettings.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                return wanted.equals(name) && findLoadedClass(name) == null
                        ? defineClass(name, bytes, 0, bytes.length)
                        : super.loadClass(wanted, resolve);
            }
        }.loadClass(name);
    }

    @Test
    void settings_inAFile_areReadAgain() {
        Path file = folder.resolve("deep").resolve("settings.properties");
        AssistantSettings.inFile(file).put(Map.of("model", "m-ü", "url", ""));
        assertThat(AssistantSettings.inFile(file).get("model")).isEqualTo("m-ü");
        AssistantSettings.inFile(file).put(Map.of("model", ""));
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
        try (Reader in = new java.io.InputStreamReader(
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
