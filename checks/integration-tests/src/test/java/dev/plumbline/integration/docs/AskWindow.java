package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import java.awt.BorderLayout;
import javax.swing.*;

public final class AskWindow {
    /** A question during an answer waits. By default, it is refused with an exception. */
    private static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    public static void main(String[] args) {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiResponses.builder().apiKeyFromEnv().build())
                .host(HostApplication.swing()) // views are called on the Swing event thread
                .build();
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame("Ask");
            window.setContentPane(panel(ai.session(AiBody.builder().build(), QUEUED)));
            window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE); // a plug-in calls ai.close() instead
            window.pack();
            window.setVisible(true);
        });
    }

    static JPanel panel(ConversationSession session) {
        JTextField question = new JTextField();
        JTextArea answer = new JTextArea(20, 60);
        JButton stop = new JButton("Stop");
        question.addActionListener(event -> {
            if (!question.getText().isBlank()) {
                session.sendAsync(question.getText()); // returns at once
            }
        });
        stop.addActionListener(event -> session.cancel("stopped by the user")); // returns at once
        session.observe(new ConversationObserver() {
            @Override
            public void onTurnStarted(Interaction.User input) {
                answer.setText("");
            }

            @Override
            public void onText(String piece) {
                answer.append(piece);
            }

            @Override
            public void onReset() { // the model is asked again
                answer.setText("");
            }

            @Override
            public void onFinished(AiReturn ret) {
                ret.error().ifPresent(error -> answer.append("\n" + error.userMessage()));
            }
        });
        JPanel panel = new JPanel(new BorderLayout());
        panel.add(question, BorderLayout.NORTH);
        panel.add(new JScrollPane(answer), BorderLayout.CENTER);
        panel.add(stop, BorderLayout.SOUTH);
        return panel;
    }
}
