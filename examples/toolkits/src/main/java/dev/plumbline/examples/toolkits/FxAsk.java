package dev.plumbline.examples.toolkits;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;

/**
 * JavaFX. The class with {@code main} is not the application itself, so that it starts from the class path, too.
 */
public final class FxAsk {
    /** A question during an answer waits. By default, it is refused with an exception. */
    private static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private FxAsk() {}

    public static void main(String[] args) {
        Application.launch(Window.class, args);
    }

    /** The window. The runtime is closed with the application. */
    public static class Window extends Application {
        private AiRuntime ai;

        /** Returns the service; a test has another one. */
        protected AiProvider provider() {
            return OpenAiResponses.builder().apiKeyFromEnv().build();
        }

        @Override
        public void start(Stage stage) {
            ai = AiRuntime.builder()
                    .addProvider(provider())
                    .host(HostApplication.of(Platform::runLater, Platform::isFxApplicationThread))
                    .build();
            stage.setTitle("Ask");
            stage.setScene(new Scene(pane(ai.session(AiBody.builder().build(), QUEUED)), 500, 300));
            stage.show();
        }

        @Override
        public void stop() {
            ai.close(); // does not wait on the thread of JavaFX
        }
    }

    static BorderPane pane(ConversationSession session) {
        TextField question = new TextField();
        TextArea answer = new TextArea();
        Button stop = new Button("Stop");
        question.setOnAction(event -> {
            if (!question.getText().isBlank()) {
                session.sendAsync(question.getText()); // returns at once
            }
        });
        stop.setOnAction(event -> session.cancel("stopped by the user"));
        session.observe(
                new ConversationObserver() { // called on the thread of JavaFX
                    @Override
                    public void onTurnStarted(Interaction.User input) {
                        answer.clear();
                    }

                    @Override
                    public void onText(String piece) {
                        answer.appendText(piece);
                    }

                    @Override
                    public void onReset() { // the model is asked again
                        answer.clear();
                    }

                    @Override
                    public void onFinished(AiReturn ret) {
                        ret.error().ifPresent(error -> answer.appendText("\n" + error.userMessage()));
                    }
                });
        return new BorderPane(answer, question, null, stop, null);
    }
}
