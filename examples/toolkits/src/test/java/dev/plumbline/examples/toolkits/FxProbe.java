package dev.plumbline.examples.toolkits;

import dev.plumbline.provider.AiProvider;
import java.util.Set;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.stage.Stage;

/** Runs {@link FxAsk} in a process of its own with {@link AskScript}, and prints what was shown. */
public final class FxProbe {
    private FxProbe() {}

    public static void main(String[] args) {
        Application.launch(Asking.class);
    }

    /** The window, with somebody who uses it. */
    public static final class Asking extends FxAsk.Window {
        @Override
        protected AiProvider provider() {
            return AskScript.model();
        }

        @Override
        public void start(Stage stage) {
            super.start(stage);
            Set<Node> nodes = stage.getScene().getRoot().lookupAll("*");
            TextField question = of(nodes, TextField.class);
            TextArea answer = of(nodes, TextArea.class);
            AskScript person = new AskScript(
                    () -> ask(question), () -> of(nodes, Button.class).fire(), Platform::exit);
            answer.textProperty().addListener((property, before, now) -> {
                System.out.println(Platform.isFxApplicationThread() + " " + now);
                Platform.runLater(() -> person.look(now));
            });
            ask(question);
        }

        private static void ask(TextField question) {
            question.setText(AskScript.QUESTION);
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
