package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.host.Host;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.awt.BorderLayout;
import java.util.Locale;
import javax.swing.*;

public final class AskWindow extends JPanel {
    private final JTextArea answer = new JTextArea(20, 60);

    AskWindow(ConversationSession session) {
        super(new BorderLayout());
        JTextField question = new JTextField();
        JButton stop = new JButton("Stop");
        question.addActionListener(event -> session.sendAsync(question.getText())); // returns at once
        stop.addActionListener(event -> session.cancel("stopped by the user")); // returns at once
        session.observe(
                new ConversationObserver() { // called on the Swing event thread
                    @Override
                    public void onText(String piece) {
                        answer.append(piece);
                    }

                    @Override
                    public void onReset() { // the model is asked again; what was shown of this answer is void
                        answer.setText("");
                    }

                    @Override
                    public void onFinished(AiReturn ret) {
                        ret.error().ifPresent(error -> answer.append("\n" + error.userMessage(Locale.ENGLISH)));
                        answer.append("\n\n");
                    }
                });
        add(question, BorderLayout.NORTH);
        add(new JScrollPane(answer), BorderLayout.CENTER);
        add(stop, BorderLayout.SOUTH);
    }

    public static void main(String[] args) {
        AiRuntime ai = AiRuntime.builder()
                .provider(OpenAiChat.model("gpt-5-mini").apiKeyFromEnv().build())
                .host(Host.swing())
                .build();
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame("Ask");
            window.add(new AskWindow(ai.session(AiBody.builder().build())));
            window.pack();
            window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE); // a plug-in calls ai.close() instead
            window.setVisible(true);
        });
    }
}
