package dev.plumbline.views;

import dev.plumbline.internal.Words;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.awt.BorderLayout;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.KeyboardFocusManager;
import java.awt.Window;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JDialog;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.KeyStroke;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;

/** Draws {@link ChatPanel.QuestionDialog}. Used on the event dispatch thread. */
final class QuestionWindow {
    private static final int WIDTH = 560;
    private static final int MOST_HEIGHT = 420;
    private static final int GAP = 8;

    private QuestionWindow() {}

    static void show(Question question) {
        Window owner = KeyboardFocusManager.getCurrentKeyboardFocusManager().getActiveWindow();
        JDialog dialog = new JDialog(owner, question.title(), JDialog.ModalityType.APPLICATION_MODAL);
        dialog.setName("question-dialog");
        dialog.setDefaultCloseOperation(WindowConstants.DO_NOTHING_ON_CLOSE);
        dialog.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(WindowEvent event) {
                boolean unused = question.answer(question.fallback());
            }
        });
        dialog.getRootPane()
                .registerKeyboardAction(
                        escape -> question.answer(question.fallback()),
                        KeyStroke.getKeyStroke("ESCAPE"),
                        JComponent.WHEN_IN_FOCUSED_WINDOW);
        dialog.add(panel(question));
        dialog.pack();
        dialog.setLocationRelativeTo(owner);
        question.onClosed(() -> SwingUtilities.invokeLater(dialog::dispose));
        dialog.setVisible(true);
    }

    static JComponent panel(Question question) {
        QuestionButtons buttons = new QuestionButtons(question);
        QuestionParts parts = new QuestionParts(question, buttons::show);
        Words words = UserPrompter.wordsOf(question);
        buttons.addShowAll(ChatPanel.ChatLabel.SHOW_ALL.in(words), parts::openAll);
        buttons.addDetails(ChatPanel.ChatLabel.DETAILS.in(words), parts::showDetails);
        JLabel title = QuestionButtons.plain(new JLabel());
        title.setName("question-title");
        title.setText(question.title());
        title.setFont(title.getFont().deriveFont(Font.BOLD));
        title.setForeground(Colours.text());
        JScrollPane scroller = new JScrollPane(parts.component());
        scroller.setHorizontalScrollBarPolicy(JScrollPane.HORIZONTAL_SCROLLBAR_NEVER);
        scroller.getVerticalScrollBar().setUnitIncrement(16);
        scroller.setBorder(BorderFactory.createEmptyBorder());
        scroller.setOpaque(false);
        scroller.getViewport().setOpaque(false);
        scroller.setPreferredSize(new Dimension(WIDTH, Math.min(MOST_HEIGHT, parts.heightFor(WIDTH) + 2 * GAP)));
        JPanel panel = new JPanel(new BorderLayout(GAP, GAP));
        panel.setName("question");
        panel.setBackground(Colours.of(RowText.Tone.QUESTION));
        panel.setBorder(BorderFactory.createEmptyBorder(GAP, GAP, GAP, GAP));
        panel.add(title, BorderLayout.NORTH);
        panel.add(scroller, BorderLayout.CENTER);
        panel.add(buttons.component(), BorderLayout.SOUTH);
        return panel;
    }
}
