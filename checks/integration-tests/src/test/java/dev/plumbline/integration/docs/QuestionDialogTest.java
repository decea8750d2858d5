package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.integration.desktop.XvfbScreen;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import java.awt.Component;
import java.awt.Container;
import java.awt.Window;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.SwingUtilities;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The dialog of docs/tools.md, on a screen. */
@Tag("external")
class QuestionDialogTest {

    @Test
    @DisplayName("N11 the dialog of a question closes with the question, and answers it")
    void n11_dialog_closesWithItsQuestion() throws Exception {
        assertThat(XvfbScreen.run(Program.class, ""))
                .contains("cancelled: CANCELLED, dialogs: 0, walls: 1", "yes: COMPLETED, dialogs: 0, walls: 0");
    }

    /** A program in which a turn is cancelled while its question is open; then one is answered. */
    static final class Program {
        private Program() {}

        public static void main(String... args) {
            try {
                run();
            } catch (Exception | AssertionError failed) {
                System.out.println(failed);
            }
            System.exit(0); // also with an open dialog
        }

        private static void run() throws Exception {
            ScriptedProvider model = ScriptedProvider.create()
                    .callsTool("deleteWall", Map.of("id", "w1"))
                    .nextRound()
                    .callsTool("deleteWall", Map.of("id", "w1"))
                    .says("It is gone.");
            ToolsExamples.Drawing drawing = new ToolsExamples.Drawing();
            drawing.add(0, 0, 5_000, 0);
            try (AiRuntime ai = ToolsExamples.careful(model, drawing)) {
                ConversationSession session = ai.session(AiBody.builder().build());
                CompletableFuture<AiReturn> stopped = session.sendAsync("Delete the wall.");
                Await.until(() -> !dialogs().isEmpty(), () -> "no dialog");
                session.cancel("stopped by the user");
                print("cancelled", stopped, drawing);
                CompletableFuture<AiReturn> answered = session.sendAsync("Delete it all the same.");
                Await.until(() -> !dialogs().isEmpty(), () -> "no dialog");
                SwingUtilities.invokeAndWait(
                        () -> named(dialogs().get(0), "answer-approve").doClick());
                print("yes", answered, drawing);
            }
        }

        private static void print(String name, CompletableFuture<AiReturn> turn, ToolsExamples.Drawing drawing) {
            AiReturn ret = turn.join();
            Await.until(() -> dialogs().isEmpty(), () -> "a dialog of a question that is over");
            System.out.println(
                    name + ": " + ret.status() + ", dialogs: " + dialogs().size() + ", walls: " + drawing.walls.size());
        }

        private static List<JDialog> dialogs() {
            return Arrays.stream(Window.getWindows())
                    .filter(window -> window.isShowing() && window instanceof JDialog)
                    .map(JDialog.class::cast)
                    .toList();
        }

        private static JButton named(Container inside, String name) {
            for (Component part : inside.getComponents()) {
                JButton found = part instanceof JButton button && name.equals(button.getName())
                        ? button
                        : part instanceof Container more ? named(more, name) : null;
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
    }
}
