package dev.plumbline.examples.toolkits;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Set;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import javafx.util.Duration;

/** Runs {@link FxAsk} in a process of its own, asks twice, stops the second answer, and prints what was shown. */
public final class FxProbe {
    private FxProbe() {}

    public static void main(String[] args) {
        Application.launch(Asking.class);
    }

    /** The window, with somebody who uses it. */
    public static final class Asking extends FxAsk.Window {
        private Timeline again;

        @Override
        protected AiProvider provider() {
            return ScriptedProvider.create().says("A weight ", "on a line.").blocksUntilCancelled("It is ");
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
            if (shown.equals("A weight on a line.") && again == null) {
                // A question during an answer is refused, so it is asked until one is accepted.
                again = new Timeline(new KeyFrame(Duration.millis(100), event -> ask(question)));
                again.setCycleCount(Animation.INDEFINITE);
                again.play();
            } else if (shown.equals("It is ") && again != null) {
                again.stop();
                of(nodes, Button.class).fire();
            } else if (shown.startsWith("It is ")) {
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
