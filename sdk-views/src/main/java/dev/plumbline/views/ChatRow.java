package dev.plumbline.views;

import dev.plumbline.body.ToolEnvelope;
import java.awt.BorderLayout;
import java.awt.Font;
import java.util.Locale;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextArea;

/** One row of a {@link ChatPanel}. Used on the event dispatch thread. */
final class ChatRow {
    private final JPanel panel = new JPanel(new BorderLayout());
    private final JLabel head = new JLabel();
    private final JTextArea text = new JTextArea();

    ChatRow(ViewRow row) {
        QuestionButtons.plain(head).setFont(head.getFont().deriveFont(Font.BOLD));
        text.setEditable(false);
        text.setLineWrap(true);
        text.setWrapStyleWord(true);
        text.setOpaque(false);
        panel.setBorder(BorderFactory.createEmptyBorder(4, 8, 4, 8));
        panel.add(head, BorderLayout.NORTH);
        panel.add(text, BorderLayout.CENTER);
        if (row instanceof ViewRow.OpenQuestion open) {
            panel.add(new QuestionButtons(open.question()).component(), BorderLayout.SOUTH);
        }
        show(row);
    }

    JComponent component() {
        return panel;
    }

    void show(ViewRow row) {
        head.setText(title(row));
        text.setText(body(row));
        text.getAccessibleContext().setAccessibleName(head.getText());
    }

    void append(String piece) {
        text.append(piece);
    }

    private static String title(ViewRow row) {
        if (row instanceof ViewRow.UserMessage) {
            return "You";
        } else if (row instanceof ViewRow.Answer) {
            return "Model";
        } else if (row instanceof ViewRow.ToolCallRow tool) {
            return tool.call().name() + ": " + tool.status().name().toLowerCase(Locale.ROOT);
        } else if (row instanceof ViewRow.OpenQuestion open) {
            return open.question().title();
        }
        return row instanceof ViewRow.Summary ? "Summary" : "Error";
    }

    private static String body(ViewRow row) {
        if (row instanceof ViewRow.ToolCallRow tool) {
            return tool.outcome()
                    .flatMap(ToolEnvelope::failure)
                    .map(ToolEnvelope.Failure::message)
                    .orElse(tool.note());
        }
        if (row instanceof ViewRow.OpenQuestion open) {
            return open.question().risk().map(risk -> risk.summary() + "\n").orElse("") + open.text();
        }
        return row.text();
    }
}
