package dev.plumbline.examples.sweethome3d;

import dev.plumbline.call.Question;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.FlowLayout;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingUtilities;

/** A question to the user, with its buttons, in the desk's own window: nothing is blocked while it stands. */
final class QuestionBar extends JPanel {
    private static final long serialVersionUID = 1L;

    QuestionBar() {
        super(new BorderLayout(8, 4));
        setName("question");
        setBackground(new Color(0xFF, 0xF4, 0xCE));
        setBorder(BorderFactory.createEmptyBorder(6, 8, 6, 8));
        setVisible(false);
    }

    void show(Question question) {
        removeAll();
        add(new JLabel(question.text()), BorderLayout.CENTER);
        JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 6, 0));
        buttons.setOpaque(false);
        question.options().forEach(option -> buttons.add(button(question, option)));
        add(buttons, BorderLayout.SOUTH);
        setVisible(true);
        revalidate();
        question.onClosed(() -> SwingUtilities.invokeLater(this::done));
    }

    private JButton button(Question question, Question.Option option) {
        JButton button = new JButton(option.label());
        button.setName("answer-" + option.id());
        button.addActionListener(pressed -> {
            question.answer(option);
            done();
        });
        return button;
    }

    private void done() {
        setVisible(false);
        removeAll();
    }
}
