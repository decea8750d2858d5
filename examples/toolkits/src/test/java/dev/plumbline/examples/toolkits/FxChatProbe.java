package dev.plumbline.examples.toolkits;

import dev.plumbline.runtime.AiRuntime;
import java.util.List;
import java.util.stream.Stream;
import javafx.animation.AnimationTimer;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.event.ActionEvent;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.text.Text;
import javafx.stage.Stage;

/** Runs {@link FxChat} in a process of its own, agrees to what it asks, and prints what was shown at the end. */
public final class FxChatProbe {
    private FxChatProbe() {}

    public static void main(String[] args) {
        Application.launch(Asking.class);
    }

    /** The window, with somebody who uses it. */
    public static final class Asking extends FxChat.Window {
        private boolean hasAgreed;

        @Override
        protected AiRuntime.Builder runtime() {
            return ChatScript.runtime();
        }

        @Override
        public void start(Stage stage) {
            super.start(stage);
            Parent root = stage.getScene().getRoot();
            TextField message = all(root)
                    .filter(TextField.class::isInstance)
                    .map(TextField.class::cast)
                    .findFirst()
                    .orElseThrow();
            message.setText(ChatScript.QUESTION);
            message.fireEvent(new ActionEvent());
            new AnimationTimer() {
                @Override
                public void handle(long now) {
                    if (isOver(root)) {
                        stop();
                        Platform.exit();
                    }
                }
            }.start();
        }

        private boolean isOver(Parent root) {
            boolean isOver = false;
            if (!hasAgreed) {
                all(root)
                        .filter(node -> node instanceof Button button
                                && button.getText().equals("Yes"))
                        .findFirst()
                        .ifPresent(yes -> {
                            hasAgreed = true;
                            ((Button) yes).fire();
                        });
            } else if (texts(root).contains("gone") && texts(root).stream().noneMatch(ChatScript::goesOn)) {
                System.out.println(String.join("|", texts(root)));
                isOver = true;
            }
            return isOver;
        }

        private static List<String> texts(Parent root) {
            return all(root)
                    .map(node -> node instanceof Text text ? text.getText() : "") // also that of labels
                    .filter(text -> !text.isBlank())
                    .toList();
        }

        private static Stream<Node> all(Node of) {
            Stream<Node> inner = of instanceof ScrollPane scroller
                    ? all(scroller.getContent())
                    : of instanceof Parent parent
                            ? parent.getChildrenUnmodifiable().stream().flatMap(Asking::all)
                            : Stream.of();
            return Stream.concat(Stream.of(of), inner);
        }
    }
}
