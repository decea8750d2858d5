package dev.plumbline.examples.sweethome3d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.awt.Component;
import java.awt.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the windows of the plug-in show of a question. */
class QuestionPanelTest {
    private static final AiTool WIPE = AiTool.of(
                    "wipe",
                    "Deletes all.",
                    Json.parse("{\"type\": \"object\", \"properties\": {\"note\": {\"type\": \"string\"}}}"),
                    (in, call) -> "wiped")
            .withDestructive()
            .withPreview(arguments -> "<html>Delete it?");

    private static Stream<Component> all(Component inside) {
        return Stream.concat(
                Stream.of(inside),
                inside instanceof Container holder
                        ? Stream.of(holder.getComponents()).flatMap(QuestionPanelTest::all)
                        : Stream.of());
    }

    private static <C extends Component> C find(JPanel bar, Class<C> type, String name) {
        return all(bar).filter(part -> name.equals(part.getName()))
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("S5")
    @DisplayName("S5 the desk shows the lines of the question as they are, and all of them on request")
    void question_isShownLineByLine_andWholeOnRequest() {
        JPanel bar = new JPanel();
        List<String> shown = new ArrayList<>();
        asked(WIPE, question -> {
            bar.add(QuestionDialog.panel(question));
            shown.add(find(bar, JLabel.class, "question-title").getText());
            shown.addAll(texts(bar));
            assertThat(find(bar, JButton.class, "answer-approve").isEnabled()).isFalse();
            find(bar, JButton.class, "show-all").doClick();
            assertThat(find(bar, JButton.class, "answer-approve").isEnabled()).isTrue();
            shown.addAll(texts(bar));
            find(bar, JButton.class, "answer-deny").doClick();
        });
        assertThat(shown)
                .containsExactly(
                        "Wipe?",
                        "<html>Delete it?",
                        "Removes or overwrites.",
                        "<html>Delete it?",
                        "Removes or overwrites.\n    note: \"" + "w".repeat(10_000) + "\"");
    }

    private static List<String> texts(JPanel bar) {
        return all(bar).filter(JTextArea.class::isInstance)
                .map(part -> ((JTextArea) part).getText())
                .toList();
    }

    @Test
    @DisplayName("M6 the desk has a field for a value, and says what does not fit")
    void m6_value_isTyped() {
        JPanel bar = new JPanel();
        List<Double> replies = new ArrayList<>();
        AiTool wall = AiTool.of("wall", "Draws a wall.", Json.parse("{\"type\": \"object\"}"), (in, call) -> {
            replies.add(call.ask(InputRequest.number("Metres?", 0, 10)).orThrow());
            return "drawn";
        });
        asked(wall, question -> {
            bar.add(QuestionDialog.panel(question));
            JTextField field = find(bar, JTextField.class, "question-value");
            String first = "answer-" + question.options().get(0).id();
            field.setText("11");
            find(bar, JButton.class, first).doClick();
            assertThat(find(bar, JLabel.class, "question-fault").getText()).contains("does not fit");
            field.setText("4");
            find(bar, JButton.class, first).doClick();
        });
        assertThat(replies).containsExactly(4.0);
    }

    /** Has the question of a tool shown by that handler, which answers it. */
    private static void asked(AiTool tool, Consumer<Question> handler) {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool(tool.name(), Map.of("note", "w".repeat(10_000)))
                .says("Done.");
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        CountDownLatch shown = new CountDownLatch(1);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(tool)
                .questionHandler(question -> {
                    try {
                        handler.accept(question);
                    } finally {
                        shown.countDown();
                    }
                })
                .addFailureListener(failure -> failures.add(failure.cause()))
                .build()) {
            AiReturn ret = ai.send(AiBody.of("Go.").toBuilder().toolFilter("*").build());
            assertThat(shown.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(failures).isEmpty();
            assertThat(ret.text()).isEqualTo("Done.");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
