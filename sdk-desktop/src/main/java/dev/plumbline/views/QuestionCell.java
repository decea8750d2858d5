package dev.plumbline.views;

import dev.plumbline.ui.Question;
import java.awt.BorderLayout;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JPanel;

/** The parts and the buttons of a question. */
final class QuestionCell extends Cell {
    private static final int PAD = 4;

    private final JPanel panel = new JPanel(new BorderLayout());
    private final QuestionParts parts;
    private final QuestionButtons buttons;

    QuestionCell(ShownRow row, Question question) {
        super(row);
        buttons = new QuestionButtons(question);
        parts = new QuestionParts(question, buttons::show);
        ChatTexts texts = row.context().texts();
        buttons.addShowAll(texts.of(ChatPanel.ChatLabel.SHOW_ALL), parts::openAll);
        buttons.addDetails(texts.of(ChatPanel.ChatLabel.DETAILS), parts::showDetails);
        panel.setOpaque(false);
        panel.setBorder(BorderFactory.createEmptyBorder(0, PAD, 0, PAD));
        panel.add(parts.component(), BorderLayout.CENTER);
        panel.add(buttons.component(), BorderLayout.SOUTH);
    }

    /** Returns whether it was answered from its own field or buttons, by the keys. */
    boolean hadFocus() {
        return buttons.hadFocus();
    }

    @Override
    int estimate(int pixels) {
        return row().estimate(300, pixels);
    }

    @Override
    int length() {
        return 0;
    }

    @Override
    JComponent create() {
        return panel;
    }

    @Override
    int measure(int pixels) {
        int inner = pixels - 2 * PAD;
        return parts.heightFor(inner) + buttons.heightFor(inner) + PAD;
    }

    @Override
    boolean isKept() {
        return true;
    }
}
