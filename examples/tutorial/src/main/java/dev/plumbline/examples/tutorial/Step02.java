package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.HostApplication;
import java.awt.BorderLayout;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;

/** Step 2: text appears as it arrives, and a button stops it. */
public final class Step02 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step02(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing()) // observers and tools are called on the event thread
                .build();
    }

    @Override
    public JComponent start(Drawing drawing) {
        return panel(ai.session(
                AiBody.builder().addSystem("You help people who draw.").build()));
    }

    /** Returns a panel for a conversation, which the next steps use, too. */
    static JPanel panel(ConversationSession session) {
        JTextField question = new JTextField();
        JTextArea answer = new JTextArea(10, 30);
        answer.setLineWrap(true);
        JButton stop = new JButton("Stop");
        question.addActionListener(event -> session.sendAsync(question.getText(), Step01.QUEUED));
        stop.addActionListener(event -> session.cancel("stopped by the user"));
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
            public void onReset() { // the model is asked again, so what it has said does not count
                answer.setText("");
            }

            @Override
            public void onFinished(AiReturn ret) {
                ret.error().ifPresent(error -> answer.append("\n" + error.userMessage()));
            }
        });
        JPanel panel = new JPanel(new BorderLayout(6, 6));
        panel.add(question, BorderLayout.NORTH);
        panel.add(new JScrollPane(answer), BorderLayout.CENTER);
        panel.add(stop, BorderLayout.SOUTH);
        return panel;
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step02(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
