package task.t06;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import javax.swing.JButton;
import javax.swing.JTextArea;
import javax.swing.JTextField;

public final class StreamingWindow {
    private StreamingWindow() {}

    public static AutoCloseable connect(AiProvider provider, JTextField question, JTextArea answer, JButton stop) {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .build();
        ConversationSession session = ai.session(
                AiBody.builder().build(),
                SessionOptions.builder()
                        .busyAction(SessionOptions.BusyAction.QUEUE)
                        .build());
        stop.setEnabled(false);
        stop.addActionListener(event -> session.cancel("stopped by the user"));
        question.addActionListener(event -> {
            if (!question.getText().isBlank()) {
                session.sendAsync(question.getText());
            }
        });
        session.observe(new ConversationObserver() {
            @Override
            public void onTurnStarted(Interaction.User input) {
                answer.setText("");
                stop.setEnabled(true);
            }

            @Override
            public void onText(String piece) {
                answer.append(piece);
            }

            @Override
            public void onReset() {
                answer.setText("");
            }

            @Override
            public void onFinished(AiReturn ret) {
                stop.setEnabled(false);
                ret.error().ifPresent(error -> answer.append("\n" + error.userMessage()));
            }
        });
        return ai::close;
    }
}
