package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.event.AiError;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.ui.HostApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReadmeDocTest {
    @Test
    void programs_doWhatTheySay() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", -5))
                .callsTool("drawWall", Map.of("length", 5000))
                .says("There it is.");
        assertThat(DrawPlan.draw(model)).isEqualTo("There it is.");
        assertThat(DrawPlan.describe(ScriptedProvider.create().says("{\"id\":\"w1\",\"millimetres\":5000}")))
                .isEqualTo(new DrawPlan.Wall("w1", 5000));
    }

    @Test
    @DisplayName("N31 the README has 150 lines at most")
    void n31_readme_isShort() throws IOException {
        assertThat(Files.readAllLines(Path.of("../../README.md"))).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    @DisplayName("N11 README and the first page install the library by the same command")
    void n11_installation_isTheSameOnBothPages() throws IOException {
        Matcher command =
                Pattern.compile("\\./mvnw -q install [^`\n]*").matcher(Files.readString(Path.of("../../README.md")));
        assertThat(command.find()).isTrue();
        assertThat(Files.readString(Path.of("../../docs/start.md"))).contains("\n" + command.group() + "\n");
    }

    @Test
    @Tag("N2")
    void window_showsTheAnswerAndTheError() throws Exception {
        ScriptedProvider model =
                ScriptedProvider.create().says("A weight ", "on a line.").fails(AiError.Category.AUTHENTICATION);
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .host(HostApplication.swing())
                .build()) {
            ConversationSession session = ai.session(AiBody.builder().build());
            JPanel[] window = new JPanel[1];
            SwingUtilities.invokeAndWait(() -> window[0] = AskWindow.panel(session));
            asks(window[0], "What is a plumb line?");
            Await.until(() -> shown(window[0]).equals("A weight on a line."), () -> shown(window[0]));
            Await.until(() -> !session.isRunning(), () -> "the turn still runs");
            asks(window[0], "And a level?");
            Await.until(() -> shown(window[0]).contains("key"), () -> shown(window[0]));
        }
    }

    private static void asks(JPanel window, String question) throws Exception {
        SwingUtilities.invokeAndWait(() -> {
            JTextField field = (JTextField) window.getComponent(0);
            field.setText(question);
            field.postActionEvent();
        });
    }

    private static String shown(JPanel window) {
        return ((JTextArea) ((JScrollPane) window.getComponent(1)).getViewport().getView()).getText();
    }
}
