package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.awt.BorderLayout;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

/** Step 1: one answer. */
public final class Step01 implements DrawingPlugin {
    /** A question during an answer waits. By default, it is refused with an exception. */
    static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    private final AiRuntime ai; // owns the threads and connections; one for each plug-in

    public Step01(AiProvider provider) {
        ai = AiRuntime.of(provider);
    }

    @Override
    public JComponent start(Drawing drawing) {
        ConversationSession session = ai.session(
                AiBody.builder().addSystem("You help people who draw.").build());
        JTextField question = new JTextField();
        JTextArea answer = new JTextArea(10, 30);
        answer.setLineWrap(true);
        question.addActionListener(event -> session.sendAsync(question.getText(), QUEUED) // returns at once
                .thenAccept(ret -> SwingUtilities.invokeLater(() -> answer.setText(
                        ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage()))));
        JPanel panel = new JPanel(new BorderLayout(6, 6));
        panel.add(question, BorderLayout.NORTH);
        panel.add(new JScrollPane(answer), BorderLayout.CENTER);
        return panel;
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step01(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
