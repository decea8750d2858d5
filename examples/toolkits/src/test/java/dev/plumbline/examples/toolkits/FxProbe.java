package dev.plumbline.examples.toolkits;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Set;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.stage.Stage;

/** Runs {@link FxAsk} in a process of its own, asks again while the first answer streams, stops it, and prints what was shown. */
public final class FxProbe {
    private FxProbe() {}

    public static void main(String[] args) {
        Application.launch(Asking.class);
    }

    /** The window, with somebody who uses it. */
    public static final class Asking extends FxAsk.Window {
        private boolean again;

        @Override
        protected AiProvider provider() {
            return ScriptedProvider.create().blocksUntilCancelled("It is ").says("A weight ", "on a line.");
        }

        @Override
        public void start(Stage stage) {
            super.start(stage);
            Set<Node> nodes = stage.getScene().getRoot().lookupAll("*");
            TextField question = of(nodes, TextField.class);
            TextArea answer = of(nodes, TextArea.class);
            answer.textProperty().addListener((property, before, now) -> {
                System.out.println(Platform.isFxApplicationThread() + " " + now);
                Platform.runLater(() -> next(now, question, nodes));
            });
            ask(question);
        }

        private void next(String shown, TextField question, Set<Node> nodes) {
            if (shown.equals("It is ") && !again) {
                again = true;
                ask(question); // waits for the end of the first answer
                of(nodes, Button.class).fire();
            } else if (shown.equals("A weight on a line.")) {
                Platform.exit();
            }
        }

        private static void ask(TextField question) {
            question.setText("What is a plumb line?");
            question.fireEvent(new ActionEvent());
        }

        private static <T> T of(Set<Node> nodes, Class<T> type) {
            return nodes.stream()
                    .filter(type::isInstance)
                    .map(type::cast)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
