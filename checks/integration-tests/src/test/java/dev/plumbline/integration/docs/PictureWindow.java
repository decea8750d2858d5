package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.ui.Attachments;
import dev.plumbline.ui.HostApplication;
import java.awt.BorderLayout;
import java.awt.datatransfer.DataFlavor;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import javax.swing.*;

public final class PictureWindow {
    /** A question during an answer waits. By default, it is refused with an exception. */
    private static final SessionOptions QUEUED =
            SessionOptions.builder().busyAction(SessionOptions.BusyAction.QUEUE).build();

    public static void main(String[] args) {
        AiRuntime ai = AiRuntime.builder()
                .addProvider(OpenAiResponses.builder().apiKeyFromEnv().build())
                .host(HostApplication.swing()) // views are called on the Swing event thread
                .build();
        SwingUtilities.invokeLater(() -> {
            JFrame window = new JFrame("Ask about a picture");
            window.setContentPane(panel(ai.session(AiBody.builder().build(), QUEUED)));
            window.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE); // a plug-in calls ai.close() instead
            window.pack();
            window.setVisible(true);
        });
    }

    static JPanel panel(ConversationSession session) {
        JTextField question = new JTextField();
        JTextArea answer = new JTextArea(20, 60);
        DropField drop = new DropField();
        question.addActionListener(event -> {
            if (!question.getText().isBlank()) {
                session.sendAsync(Part.text(question.getText()), drop.taken()); // returns at once
            }
        });
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
        panel.add(drop.component(), BorderLayout.SOUTH);
        return panel;
    }

    /** A label that takes pictures and files, dropped or pasted; used on the event thread. */
    static final class DropField extends TransferHandler {
        private static final long serialVersionUID = 1L;
        private final transient List<Part> parts = new ArrayList<>();
        private final JLabel label = new JLabel("Drop pictures or files here.");
        private final JButton paste = new JButton("Paste");

        DropField() {
            label.setTransferHandler(this);
            paste.addActionListener(event -> importData(new TransferSupport(
                    label, label.getToolkit().getSystemClipboard().getContents(null))));
        }

        @Override
        public boolean canImport(TransferSupport data) {
            return data.isDataFlavorSupported(DataFlavor.imageFlavor)
                    || data.isDataFlavorSupported(DataFlavor.javaFileListFlavor);
        }

        @Override
        public boolean importData(TransferSupport data) {
            try {
                parts.addAll(Attachments.of(data.getTransferable())); // reads and, if too large, reduces
                label.setText("Attached: " + parts.size());
                return true;
            } catch (IllegalArgumentException | UncheckedIOException e) {
                label.setText(e.getMessage());
                return false;
            }
        }

        /** Returns what was attached, and forgets it. */
        Part[] taken() {
            Part[] taken = parts.toArray(Part[]::new);
            parts.clear();
            label.setText("Drop pictures or files here.");
            return taken;
        }

        JComponent component() {
            Box box = Box.createHorizontalBox();
            box.add(paste);
            box.add(label);
            return box;
        }
    }
}
