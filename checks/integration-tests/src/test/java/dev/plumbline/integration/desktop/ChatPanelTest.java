package dev.plumbline.integration.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.views.ChatPanel;
import dev.plumbline.views.ChatPanel.ChatLabel;
import dev.plumbline.views.ChatPanel.NoticeKind;
import java.awt.Color;
import java.awt.Component;
import java.awt.Container;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JTextArea;
import javax.swing.SwingUtilities;
import javax.swing.plaf.basic.BasicHTML;
import javax.swing.text.JTextComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The panel for a conversation, by its buttons; no window is needed. */
class ChatPanelTest {
    private final ScriptedProvider model = ScriptedProvider.create();
    private final Walls walls = new Walls();
    private final AiRuntime ai = AiRuntime.builder()
            .addProvider(model)
            .addTools(walls)
            .questionHandler(question -> {})
            .build();
    private final ConversationSession session =
            ai.session(AiBody.builder().toolFilter("*").build());

    static final class Walls {
        final List<String> ran = new CopyOnWriteArrayList<>();

        @Tool(value = "Deletes a wall.", destructive = true)
        String delete(String id) {
            ran.add(id);
            return "deleted";
        }

        @Tool(value = "Tells how far it is.", readOnly = true)
        String tell_walls(ToolContext call) {
            call.publish(Json.of("<html>half"));
            call.publish(Json.object().with("text", "<html>all").with("number", 12));
            return "told";
        }
    }

    @AfterEach
    void close() {
        ai.close();
    }

    private static <T> T onUi(Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        SwingUtilities.invokeLater(task);
        return task.get();
    }

    private ChatPanel open() throws Exception {
        return onUi(() -> {
            ChatPanel chat = ChatPanel.create(session::sendAsync, () -> session.cancel("Stop"));
            session.observe(chat.observer(session::path, session::unknownOutcomes, session::interjected));
            return chat;
        });
    }

    /** Opens a panel of another session, in which messages wait while an answer streams. */
    private ChatPanel openWithQueue() throws Exception {
        ConversationSession patient = ai.session(
                AiBody.builder().build(),
                SessionOptions.builder()
                        .busyAction(SessionOptions.BusyAction.QUEUE)
                        .build());
        ChatPanel panel = onUi(() -> ChatPanel.create(patient::sendAsync, () -> patient.cancel("Stop")));
        patient.observe(panel.observer(patient::path, patient::unknownOutcomes, patient::interjected));
        return panel;
    }

    private static Stream<Component> all(Component of) {
        return Stream.concat(
                Stream.of(of),
                of instanceof Container container
                        ? Stream.of(container.getComponents()).flatMap(ChatPanelTest::all)
                        : Stream.of());
    }

    private static <C extends Component> Stream<C> all(ChatPanel panel, Class<C> kind) {
        return all(panel.component()).filter(kind::isInstance).map(kind::cast);
    }

    private static List<String> texts(ChatPanel panel) throws Exception {
        return onUi(() -> all(panel.component())
                .map(part -> part instanceof JLabel label
                        ? label.getText()
                        : part instanceof JTextComponent area ? area.getText() : null)
                .filter(Objects::nonNull)
                .toList());
    }

    private static void await(ChatPanel panel, String text) {
        Await.until(
                () -> {
                    try {
                        return texts(panel).stream().anyMatch(shown -> shown.contains(text));
                    } catch (Exception failed) {
                        throw new AssertionError(failed);
                    }
                },
                () -> "not shown: " + text);
    }

    private static void press(ChatPanel panel, String button) throws Exception {
        onUi(() -> {
            all(panel, JButton.class)
                    .filter(each -> each.getText().equals(button))
                    .findFirst()
                    .orElseThrow()
                    .doClick(0);
            return true;
        });
    }

    private static void type(ChatPanel panel, String text) throws Exception {
        onUi(() -> {
            all(panel, JTextComponent.class)
                    .filter(JTextComponent::isEditable)
                    .findFirst()
                    .orElseThrow()
                    .setText(text);
            return true;
        });
    }

    @Test
    @DisplayName("AG30 a conversation with an approval in a panel of five lines")
    void ag30_panel_showsAConversation() throws Exception {
        model.callsTool("delete", Map.of("id", "w1")).nextRound().says("It is ", "gone.");
        ChatPanel panel = open();
        type(panel, "Delete the wall");
        press(panel, "Send");
        await(panel, "Delete: w1?");
        assertThat(texts(panel)).contains("You", "Delete the wall").anyMatch(text -> text.contains("id: w1"));
        assertThat(onUi(() -> all(panel, JButton.class)
                        .filter(button -> !button.getText().isEmpty())
                        .filter(JButton::isRequestFocusEnabled)
                        .count()))
                .as("buttons that take the focus from who types, by a click")
                .isZero();
        assertThat(walls.ran).isEmpty();

        press(panel, "Yes");
        await(panel, "It is gone.");
        assertThat(walls.ran).containsExactly("w1");
        assertThat(texts(panel)).contains("✓ delete").doesNotContain("Delete: w1?");
    }

    @Test
    @DisplayName("AG31 text of models is never read as HTML, and the stop button ends a turn")
    void ag31_html_isText() throws Exception {
        model.callsTool("<html><b>bold</b>", Map.of()).nextRound().blocksUntilCancelled("<html><u>text</u>");
        ChatPanel panel = open();
        type(panel, "<html><i>Hello</i>");
        press(panel, "Send");
        await(panel, "✗ <html><b>bold</b>");
        await(panel, "<u>text</u>");
        assertThat(onUi(() -> all(panel, JComponent.class)
                        .filter(part -> part.getClientProperty(BasicHTML.propertyKey) != null)
                        .count()))
                .isZero();
        press(panel, "Stop");
        assertThat(Await.until(() -> !session.isRunning(), Duration.ofSeconds(60)))
                .isTrue();
    }

    @Test
    @DisplayName("N11 what the user has stopped is no error: its row says so, in the colour of the others")
    void n11_stopped_isNoError() throws Exception {
        model.blocksUntilCancelled("There ");
        ChatPanel panel = open();
        type(panel, "Go on");
        press(panel, "Send");
        await(panel, "There");
        press(panel, "Stop");
        await(panel, "Stopped");
        await(panel, "Model (stopped)");
        assertThat(texts(panel)).doesNotContain("Error", "Cancelled.");
        assertThat(texts(open())).contains("Model (stopped)");
        assertThat(onUi(() -> all(panel, JTextComponent.class)
                        .filter(area -> !area.isEditable())
                        .map(Component::getForeground)
                        .distinct()
                        .count()))
                .isOne();
    }

    @Test
    @DisplayName("N11 a conversation that cannot be saved says so in the panel, and when it is saved again")
    void n11_conversationThatIsNotSaved_saysSo(@TempDir Path temporary) throws Exception {
        Path taken = Files.writeString(temporary.resolve("taken"), "a file of the user");
        try (AiRuntime other = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("One.").repeats())
                .journal(FileSessionStore.of(taken), FailureMode.SKIP)
                .build()) {
            ConversationSession unsaved = other.session(AiBody.builder().build());
            ChatPanel panel = onUi(() -> ChatPanel.create(unsaved::sendAsync, () -> {}));
            unsaved.observe(panel.observer(unsaved::path, unsaved::unknownOutcomes, unsaved::interjected));
            assertThat(unsaved.send("Go on").text()).isEqualTo("One.");
            await(panel, "Conversations cannot be saved in " + taken);
            assertThat(texts(panel)).contains("Warning");
            Files.delete(taken);
            await(panel, "The conversation is saved again.");
        }
    }

    @Test
    @DisplayName("M6 news of a tool have a row with its name, which changes, and are never read as HTML")
    void m6_news_haveARow() throws Exception {
        model.callsTool("tell_walls", Map.of()).nextRound().says("Done.");
        ChatPanel panel = open();
        type(panel, "Go on");
        press(panel, "Send");
        await(panel, "Done.");
        assertThat(texts(panel)).contains("tell walls", "<html>all").doesNotContain("<html>half");
        assertThat(onUi(() -> all(panel, JComponent.class)
                        .filter(part -> part.getClientProperty(BasicHTML.propertyKey) != null)
                        .count()))
                .isZero();
    }

    private static void layOut(Container container) {
        container.doLayout();
        for (Component part : container.getComponents()) {
            if (part instanceof Container inner) {
                layOut(inner);
            }
        }
    }

    @Test
    @DisplayName(
            "AG53 the panel shows errors in the host's words, notices, all details of a question, and long text in lines")
    void ag53_panel_isUsableByAHost() throws Exception {
        model.callsTool("delete", Map.of("id", "w".repeat(3_000))).nextRound().fails(AiError.Category.PERMISSION);
        ChatPanel panel = open();
        onUi(() -> {
            panel.errorText(error -> "the host says " + error.category());
            panel.addNotice("Look at the settings.");
            return true;
        });
        assertThat(texts(panel)).contains("Look at the settings.");
        type(panel, "Delete the wall ".repeat(60));
        press(panel, "Send");
        await(panel, "Delete?");
        assertThat(texts(panel)).noneMatch(text -> text.contains("w".repeat(3_000)));
        press(panel, "Show all");
        assertThat(texts(panel)).anyMatch(text -> text.contains("w".repeat(3_000)));
        press(panel, "No");
        await(panel, "the host says PERMISSION");
        assertThat(texts(panel)).contains("the host says PERMISSION");

        assertThat(onUi(() -> {
                    panel.component().setSize(300, 500);
                    layOut(panel.component());
                    layOut(panel.component()); // the second time with heights for the width of the first
                    return all(panel, JTextComponent.class)
                            .filter(text -> text.getText().startsWith("Delete the wall Delete"))
                            .map(Component::getBounds)
                            .toList();
                }))
                .singleElement()
                .satisfies(bounds -> {
                    assertThat(bounds.width).isBetween(150, 300);
                    assertThat(bounds.height).isGreaterThan(150);
                });
    }

    @Test
    @DisplayName("N11 a message that is refused stays in its field, and a notice says why")
    void n11_refusedMessage_stays_andANoticeSaysWhy() throws Exception {
        ChatPanel panel = onUi(() -> ChatPanel.create(
                text -> {
                    throw new IllegalStateException("this session is busy");
                },
                () -> {}));
        type(panel, "Move the wall.");
        press(panel, "Send");
        assertThat(texts(panel))
                .contains("Move the wall.")
                .anyMatch(text -> text.startsWith("Not sent: an answer is still on its way"))
                .noneMatch(text -> text.contains("this session is busy"));

        onUi(() -> {
            panel.errorText(error -> "the host says " + error.code() + ": " + error.message());
            return true;
        });
        press(panel, "Send");
        assertThat(texts(panel)).contains("the host says not-sent: this session is busy");
    }

    @Test
    @DisplayName("N11 a host has the field for the message, for keys and shortcuts of its own")
    void n11_fieldOfTheMessage_isGiven() throws Exception {
        List<String> sent = new CopyOnWriteArrayList<>();
        ChatPanel panel = onUi(() -> ChatPanel.create(sent::add, () -> {}));
        JComponent component = panel.component();
        assertThat(onUi(() -> {
                    panel.messageField().setText("Move the wall.");
                    return component.isAncestorOf(panel.messageField());
                }))
                .isTrue();
        press(panel, "Send");
        assertThat(sent).containsExactly("Move the wall.");
        assertThat(onUi(() -> panel.messageField().getText())).isEmpty();
    }

    @Test
    @DisplayName("N11 a notice has a kind, and only an error is red")
    void n11_notices_haveAKind() throws Exception {
        ChatPanel panel = onUi(() -> {
            ChatPanel made = ChatPanel.create(text -> {}, () -> {});
            made.addNotice("Saved.");
            made.addNotice("Not saved.", NoticeKind.WARNING);
            made.addNotice("Broken.", NoticeKind.ERROR);
            return made;
        });
        assertThat(onUi(() -> all(panel, JLabel.class).map(JLabel::getText).toList()))
                .containsSubsequence("Note", "Warning", "Error");
        List<Color> colours = onUi(() -> all(panel, JTextComponent.class)
                .filter(text -> !text.isEditable())
                .map(Component::getForeground)
                .toList());
        assertThat(colours).hasSize(3).doesNotHaveDuplicates();
        assertThat(colours.get(0)).isEqualTo(new JTextArea().getForeground());
        assertThat(colours.get(2)).isEqualTo(new Color(0xB02020));
    }

    @Test
    @DisplayName("N11 a message that waits is shown at once, and says that it waits")
    void n11_messageThatWaits_isShown() throws Exception {
        model.blocksUntilCancelled("There ").says("A door.");
        ChatPanel panel = openWithQueue();
        type(panel, "A wall");
        press(panel, "Send");
        await(panel, "There");
        type(panel, "And a door");
        press(panel, "Send");
        await(panel, "You (waiting)");
        assertThat(texts(panel)).containsSubsequence("A wall", "There", "You (waiting)", "And a door");

        press(panel, "Stop");
        await(panel, "A door.");
        assertThat(texts(panel)).containsOnlyOnce("And a door").doesNotContain("You (waiting)");
    }

    @Test
    @DisplayName("N11 a host sets the labels of the panel in its language")
    void n11_labels_areThoseOfTheHost() throws Exception {
        model.says("Eine Wand.");
        ChatPanel panel = open();
        Map<ChatLabel, String> german = Map.of(
                ChatLabel.SEND, "Senden", ChatLabel.STOP, "Anhalten", ChatLabel.USER, "Sie", ChatLabel.NOTE, "Hinweis");
        onUi(() -> {
            panel.labels(german::get);
            panel.addNotice("Gespeichert.");
            return true;
        });
        type(panel, "Zeichne");
        press(panel, "Senden");
        await(panel, "Eine Wand.");
        assertThat(texts(panel)).contains("Sie", "Hinweis", "Model").doesNotContain("You", "Note");
        assertThat(onUi(() -> all(panel, JButton.class).map(JButton::getText).toList()))
                .contains("Senden", "Anhalten");
    }

    @Test
    @DisplayName("N11 a message that waits and then fails stays with its reason when the next one begins at once")
    void n11_messageThatFails_staysWithItsReason() throws Exception {
        model.blocksUntilCancelled("There ")
                .fails(AiError.Category.AUTHENTICATION)
                .says("A roof.");
        ChatPanel panel = openWithQueue();
        for (String text : List.of("A wall", "A door", "And a roof")) {
            type(panel, text);
            press(panel, "Send");
        }
        await(panel, "There");
        press(panel, "Stop");
        await(panel, "A roof.");
        assertThat(texts(panel))
                .containsSubsequence("You (not answered)", "A door", "Error", "You", "And a roof", "A roof.");
    }
}
