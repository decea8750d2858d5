package dev.plumbline.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.runtime.AiRuntime.CloseReport;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tools.ApprovalRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.swing.AbstractButton;
import javax.swing.JPasswordField;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssistantPanelTest {
    private static final AssistantDocument PLAN = AssistantDocument.of(() -> "plan", () -> "1");

    @TempDir
    private Path place;

    @Test
    @DisplayName("D1 what is typed before the runtime is there is sent when it is, and closing leaves nothing")
    void d1_typedEarly_isSent() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .otherwise(OpenAiChatScript.create().says("A wall."));
                Desk desk = Desk.at(server)) {
            AssistantPanel panel = Desk.onUi(() -> {
                AssistantPanel opened = desk.assistant(builder -> builder).open(PLAN);
                opened.send("draw a wall");
                return opened;
            });
            Desk.awaitText(panel.component(), "A wall.");
            assertThat(server.requests().get(0).text())
                    .contains("You draw.", "draw a wall", "document")
                    .doesNotContain("plan");
            CloseReport report = Desk.onUi(panel::close).get(10, TimeUnit.SECONDS);
            assertThat(report.isClean()).isTrue();
        }
    }

    @Test
    @DisplayName("D1 a document has one conversation until it is closed, in whatever window it is shown")
    void d1_document_hasOneConversation() {
        try (ScriptedServer server = ScriptedServer.openAiChat()
                        .otherwise(OpenAiChatScript.create().says("A wall."));
                Desk desk = Desk.at(server)) {
            Desk.ui(() -> {
                Assistant assistant = desk.assistant(builder -> builder);
                AssistantPanel panel = assistant.panel("key", () -> PLAN);
                assertThat(assistant.panel("key", () -> PLAN)).isSameAs(panel);
                assertThat(assistant.panel("other", () -> PLAN)).isNotSameAs(panel);
                assistant.close("key");
                assertThat(assistant.panel("key", () -> PLAN)).isNotSameAs(panel);
                assistant.close("none");
            });
        }
    }

    @Test
    @DisplayName("D3 without a key the set-up is shown, the key goes into the keyring, and what was typed is not lost")
    void d3_withoutAKey_theSetupIsShown() {
        try (Desk desk = new Desk()) {
            AssistantPanel panel = Desk.onUi(() -> {
                AssistantPanel opened = desk.assistant(builder -> builder).open(PLAN);
                opened.send("draw a wall");
                return opened;
            });
            Desk.awaitText(panel.component(), "There is no key yet.");
            assertThat(Desk.onUi(() -> panel.chat().messageField().getText())).isEqualTo("draw a wall");
            Desk.ui(() -> Desk.find(panel.component(), "plumbline-secret", JPasswordField.class)
                    .setText("sk-1"));
            Desk.press(panel.component(), "assistant-save");
            Await.until(() -> Desk.onUi(() -> panel.chat().component().isVisible()), () -> "the chat is not shown");
            assertThat(desk.keyring.get("OPENAI")).isEqualTo("sk-1".toCharArray());
            assertThat(desk.settings.values()).noneMatch(text -> text.contains("sk-1"));
        }
    }

    @Test
    @DisplayName(
            "D2 a conversation goes on after a restart, with the words of before, and says when another model answers")
    void d2_restart_goesOn() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create().says("A wall.").says("A door.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel first = asked(desk, "draw a wall", "A wall.");
            Desk.ui(() -> first.chat().messageField().setText("half a sen"));
            closed(first);
            desk.settings.put("model", "m-2");
            AssistantPanel second = Desk.onUi(() -> desk.assistant(place).open(PLAN));
            Desk.awaitText(second.component(), "A wall.");
            Desk.awaitText(second.component(), "Until now m-1 answered. From now on m-2 does.");
            assertThat(Desk.onUi(() -> second.chat().messageField().getText())).isEqualTo("half a sen");
            Desk.ui(() -> second.send("a door"));
            Desk.awaitText(second.component(), "A door.");
            assertThat(server.requests().get(1).text()).contains("draw a wall", "a door", "\"m-2\"");
        }
    }

    @Test
    @DisplayName("D2 another document has another conversation, and a change of settings is heard by all windows")
    void d2_settings_areHeardByAll() {
        OpenAiChatScript script =
                OpenAiChatScript.create().says("One.").says("Two.").says("Three.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            Assistant assistant = Desk.onUi(() -> desk.assistant(builder -> builder));
            AssistantPanel plan = Desk.onUi(() -> assistant.open(PLAN));
            AssistantPanel other = Desk.onUi(() -> assistant.open(AssistantDocument.of(() -> "other", () -> "1")));
            Desk.ui(() -> plan.send("first"));
            Desk.awaitText(plan.component(), "One.");
            Desk.ui(() -> {
                SetupPanel setup = assistant.setup();
                Desk.find(setup.component(), "plumbline-model", JTextField.class)
                        .setText("m-9");
                assertThat(setup.save()).isCompletedWithValue(true);
            });
            Desk.ui(() -> plan.send("second"));
            Desk.awaitText(plan.component(), "Two.");
            Desk.ui(() -> other.send("third"));
            Desk.awaitText(other.component(), "Three.");
            assertThat(server.requests().get(1).text()).contains("\"m-9\"", "first", "second");
            assertThat(server.requests().get(2).text())
                    .contains("\"m-9\"", "third")
                    .doesNotContain("first");
        }
    }

    @Test
    @DisplayName("D2 a change of settings during a turn waits for its end, and the conversation goes on with it")
    void d2_settings_duringATurn() {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                Desk desk = Desk.at(server)) {
            server.answers(ServerResponse.stream("A w").stallsAfter(1));
            server.otherwise(OpenAiChatScript.create().says("Two.").repeats());
            Assistant assistant = Desk.onUi(() -> desk.assistant(place));
            AssistantPanel panel = Desk.onUi(() -> assistant.open(PLAN));
            Desk.ui(() -> panel.send("first"));
            assertThat(server.awaitRequests(1, Duration.ofSeconds(30))).isTrue();
            Desk.ui(() -> {
                SetupPanel setup = assistant.setup();
                Desk.find(setup.component(), "plumbline-model", JTextField.class)
                        .setText("m-9");
                assertThat(setup.save()).isCompletedWithValue(true);
            });
            Desk.ui(() -> Desk.pressText(panel.component(), "Stop"));
            Desk.ui(() -> panel.send("second"));
            Desk.awaitText(panel.component(), "Two.");
            Desk.awaitText(panel.component(), "first");
            assertThat(server.requests()).anyMatch(request -> asks(request, "first", "second"));
            Desk.ui(() -> panel.send("third"));
            Await.until(
                    () -> server.requests().stream().anyMatch(request -> asks(request, "\"m-9\"", "third")),
                    () -> "the new model is not asked");
        }
    }

    private static boolean asks(ServerRequest request, String... words) {
        return Arrays.stream(words).allMatch(request.text()::contains);
    }

    @Test
    @DisplayName("D21 a turn that was cut says so at the next start, and goes on at a click")
    void d21_cutTurn_saysSo_andGoesOn() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                Desk desk = Desk.at(server)) {
            server.answers(ServerResponse.stream("A w").stallsAfter(1));
            server.otherwise(OpenAiChatScript.create().says("A wall."));
            Path folder = Files.createDirectory(place.resolve("running"));
            AssistantPanel first = Desk.onUi(() -> desk.assistant(folder).open(PLAN));
            Desk.ui(() -> first.send("draw a wall"));
            assertThat(server.awaitRequests(1, Duration.ofSeconds(30))).isTrue();
            Path killed = copy(folder, place.resolve("killed"));
            closed(first);
            AssistantPanel second = Desk.onUi(() -> desk.assistant(killed).open(PLAN));
            Desk.awaitText(second.component(), "The last answer was cut off when the program ended.");
            Desk.press(second.component(), "prompt-go-on");
            Desk.awaitText(second.component(), "A wall.");
        }
    }

    @Test
    @DisplayName("D20 a message that waited is kept over a close, and is part of the conversation at the next start")
    void d20_waitingMessage_isKept() throws Exception {
        try (ScriptedServer server = ScriptedServer.openAiChat();
                Desk desk = Desk.at(server)) {
            server.answers(ServerResponse.stream("A w").stallsAfter(1));
            server.otherwise(OpenAiChatScript.create().says("Both."));
            AssistantPanel first = Desk.onUi(() -> desk.assistant(place).open(PLAN));
            Desk.ui(() -> first.send("draw a wall"));
            assertThat(server.awaitRequests(1, Duration.ofSeconds(30))).isTrue();
            Desk.ui(() -> first.send("and a door"));
            closed(first);
            AssistantPanel second = Desk.onUi(() -> desk.assistant(place).open(PLAN));
            Desk.awaitText(second.component(), "and a door");
            Desk.ui(() -> second.send("go on"));
            Desk.awaitText(second.component(), "Both.");
            assertThat(server.lastRequest().text()).contains("and a door");
        }
    }

    @Test
    @DisplayName("D2 a conversation that is open elsewhere or damaged has a sentence, and a new one begins")
    void d2_unreadableConversation_hasItsSentence() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create().says("A wall.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel first = asked(desk, "draw a wall", "A wall.");
            AssistantPanel twice = Desk.onUi(() -> desk.assistant(place).open(PLAN));
            Desk.awaitText(twice.component(), "open in another window or program");
            closed(twice);
            closed(first);
            damage();
            AssistantPanel damaged = Desk.onUi(() -> desk.assistant(place).open(PLAN));
            Desk.awaitText(damaged.component(), "Its file is damaged.");
            Desk.press(damaged.component(), "prompt-repair");
            Desk.awaitText(damaged.component(), "The conversation was repaired.");
        }
    }

    @Test
    @DisplayName("D2 a conversation of a newer version has a sentence, stays as it is, and a new one begins")
    void d2_newerConversation_staysAsItIs() throws Exception {
        OpenAiChatScript script = OpenAiChatScript.create().says("A wall.").says("Again.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            closed(asked(desk, "draw a wall", "A wall."));
            Path journal = journals().get(0);
            byte[] newer = Files.readAllBytes(journal);
            newer[5] = 9; // the version, after four letters
            Files.write(journal, newer);
            AssistantPanel panel = Desk.onUi(() -> desk.assistant(place).open(PLAN));
            Desk.ui(() -> panel.send("again"));
            Desk.awaitText(panel.component(), "Again.");
            assertThat(Files.readAllBytes(journal)).isEqualTo(newer);
        }
    }

    @Test
    @DisplayName("D24 settings that cannot be used have a sentence in the window, and the text stays in its field")
    void d24_badSettings_haveASentence() {
        try (Desk desk = new Desk()) {
            desk.settings.put("url", "http://example.com/v1");
            AssistantPanel panel = Desk.onUi(() -> {
                AssistantPanel opened = desk.assistant(builder -> builder).open(PLAN);
                opened.send("draw a wall");
                return opened;
            });
            Desk.awaitText(panel.component(), "This address cannot be used.");
            assertThat(Desk.onUi(() -> panel.chat().messageField().getText())).isEqualTo("draw a wall");
        }
    }

    @Test
    @DisplayName(
            "D12 a tool that is allowed without a question is not asked about until its description changes or it is taken back")
    void d12_always_holdsForTheDescription() {
        OpenAiChatScript script = OpenAiChatScript.create();
        for (int i = 0; i < 4; i++) {
            script.callsTool("paint", Map.of("colour", "red")).says("Painted " + i + ".");
        }
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel panel = opened(desk, new Painter(), rules -> rules.ask("*"));
            Desk.ui(() -> panel.send("red"));
            Desk.press(panel.component(), "prompt-always");
            Desk.awaitText(panel.component(), "Painted 0.");
            assertThat(desk.settings.get("always")).startsWith("paint=");
            AssistantPanel next = opened(desk, new Painter(), rules -> rules.ask("*"));
            Desk.ui(() -> next.send("red"));
            Desk.awaitText(next.component(), "Painted 1.");
            AssistantPanel changed = opened(desk, new OtherPainter(), rules -> rules.ask("*"));
            Desk.ui(() -> changed.send("red"));
            Desk.press(changed.component(), "prompt-always");
            Desk.awaitText(changed.component(), "Painted 2.");
            Desk.ui(() -> {
                SetupPanel setup = desk.assistant(builder -> builder).setup();
                Desk.find(setup.component(), "plumbline-ask-again-paint", AbstractButton.class)
                        .doClick();
            });
            assertThat(desk.settings.get("always")).isEmpty();
        }
    }

    @Test
    @DisplayName("D12 a destructive call and one that is asked each time are never allowed without a question")
    void d12_always_isNotOfferedForWhatIsAskedEachTime() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("erase", Map.of("colour", "red"))
                .callsTool("paint", Map.of("colour", "red"))
                .says("Done.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel panel =
                    opened(desk, new Painter(), rules -> rules.ask("*").askWhen("paint", (tool, arguments) -> true));
            String digests = Desk.onUi(
                            () -> new AlwaysAllowed(AssistantSettings.of(desk.settings::get, desk.settings::put)))
                    .tools()
                    .toString();
            assertThat(digests).isEqualTo("{}");
            Desk.ui(() -> panel.send("red"));
            for (String title : List.of("Erase: red?", "Paint: red?")) {
                Desk.awaitText(panel.component(), title);
                assertThat(Desk.onUi(() -> Desk.search(panel.component(), "prompt-always", AbstractButton.class)))
                        .isEmpty();
                Desk.ui(() -> Desk.pressText(panel.component(), "Yes"));
            }
            Desk.awaitText(panel.component(), "Done.");
        }
    }

    @Test
    @DisplayName("D13 the field says where to write why not, and the model reads it with the no")
    void d13_no_withItsReason() {
        OpenAiChatScript script = OpenAiChatScript.create()
                .callsTool("erase", Map.of("colour", "red"))
                .says("Then it stays.");
        try (ScriptedServer server = ScriptedServer.openAiChat().otherwise(script);
                Desk desk = Desk.at(server)) {
            AssistantPanel panel = opened(desk, new Painter(), rules -> rules);
            JTextArea field = Desk.onUi(() -> Desk.search(panel.component(), "message", JTextArea.class))
                    .orElseThrow();
            assertThat(field.getAccessibleContext().getAccessibleDescription()).isEqualTo("Your message");
            Desk.ui(() -> panel.send("Erase it."));
            Desk.awaitText(panel.component(), "Erase: red?");
            assertThat(field.getAccessibleContext().getAccessibleDescription())
                    .isEqualTo("If not: write here why, send it, and press No");
            Desk.ui(() -> panel.send("It carries the roof."));
            Desk.ui(() -> Desk.pressText(panel.component(), "No"));
            Desk.awaitText(panel.component(), "Then it stays.");
            assertThat(server.requests().get(1).text()).contains("denied this call", "It carries the roof.");
        }
    }

    private static AssistantPanel opened(Desk desk, Object tools, UnaryOperator<ApprovalRules.Builder> rules) {
        return Desk.onUi(() -> desk.assistant(builder ->
                        builder.approvals(rules.apply(ApprovalRules.builder()).build()))
                .open(AssistantDocument.of(() -> "plan", () -> "1", tools)));
    }

    private AssistantPanel asked(Desk desk, String question, String answer) {
        AssistantPanel panel = Desk.onUi(() -> desk.assistant(place).open(PLAN));
        Desk.ui(() -> panel.send(question));
        Desk.awaitText(panel.component(), answer);
        return panel;
    }

    private static void closed(AssistantPanel panel) throws Exception {
        Desk.onUi(panel::close).get(10, TimeUnit.SECONDS);
    }

    /** Damages the conversation that has something in it, and removes the empty one. */
    private void damage() throws IOException {
        List<Path> journals = journals();
        for (Path journal : journals.subList(0, journals.size() - 1)) {
            Files.delete(journal);
        }
        Path last = journals.get(journals.size() - 1);
        byte[] bytes = Files.readAllBytes(last);
        bytes[bytes.length / 2] ^= 1;
        Files.write(last, bytes);
    }

    /** The files of conversations, the shortest first. */
    private List<Path> journals() throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(".journal"))
                    .sorted(Comparator.comparing(file -> file.toFile().length()))
                    .toList();
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
        return to;
    }

    /** Paints. */
    static final class Painter {
        @Tool(name = "paint", value = "Paints the wall.")
        String paint(@Param("a colour") String colour) {
            return colour;
        }

        @Tool(name = "erase", value = "Erases the wall.", destructive = true)
        String erase(@Param("a colour") String colour) {
            return colour;
        }
    }

    /** Paints, in other words. */
    static final class OtherPainter {
        @Tool(name = "paint", value = "Paints all walls.")
        String paint(@Param("a colour") String colour) {
            return colour;
        }
    }
}
