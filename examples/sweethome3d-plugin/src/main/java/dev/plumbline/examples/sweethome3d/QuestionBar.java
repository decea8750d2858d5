package dev.plumbline.examples.sweethome3d;

import dev.plumbline.ui.Question;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Font;
import java.awt.GridLayout;
import java.awt.Insets;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.jspecify.annotations.Nullable;

/** A question to the user, with its buttons, in the desk's own window: nothing is blocked while it stands. */
final class QuestionBar extends JPanel {
    private static final long serialVersionUID = 1L;
    private static final int ROWS = 6;
    private static final int COLUMNS = 40;

    private final JTextField field = new JTextField(COLUMNS);
    private final JLabel fault = plain("");
    private transient Runnable sized = () -> {};
    private @Nullable transient Question shown;

    QuestionBar() {
        super(new BorderLayout(8, 4));
        setName("question");
        setBackground(new Color(0xFF, 0xF4, 0xCE));
        setBorder(BorderFactory.createEmptyBorder(6, 8, 6, 8));
        setVisible(false);
    }

    /** Sets what is run each time a question is shown or the bar is hidden: it then needs more place or less. */
    void onShownOrHidden(Runnable action) {
        sized = action;
    }

    void show(Question question) {
        shown = question;
        removeAll();
        JTextArea text = text(question.text());
        JPanel buttons = new JPanel(new GridLayout(0, 2, 6, 4));
        buttons.setOpaque(false);
        fault.setText("");
        question.input().ifPresent(input -> {
            field.setName("question-value");
            field.setText(input.suggestedText());
            buttons.add(field);
            fault.setName("question-fault");
            buttons.add(fault);
        });
        question.options().forEach(option -> buttons.add(button(question, option)));
        question.details().ifPresent(details -> buttons.add(all(details, text)));
        add(heading(question), BorderLayout.NORTH);
        add(new JScrollPane(text), BorderLayout.CENTER);
        add(buttons, BorderLayout.SOUTH);
        setVisible(true);
        revalidate();
        sized.run();
        question.onClosed(() -> SwingUtilities.invokeLater(() -> done(question)));
    }

    /** The title, and below it the risk of the call; a label shows text that begins with a tag as HTML by default. */
    private static JPanel heading(Question question) {
        JPanel heading = new JPanel(new GridLayout(0, 1));
        heading.setOpaque(false);
        heading.add(plain(question.title()));
        question.risk().ifPresent(risk -> {
            JLabel line = plain(risk.summary());
            line.setName("question-risk");
            heading.add(line);
        });
        return heading;
    }

    private static JLabel plain(String text) {
        JLabel label = new JLabel();
        label.putClientProperty("html.disable", true);
        label.setText(text);
        return label;
    }

    /** The question's own lines, as they are: nothing in them is taken for HTML, and long ones go on below. */
    private static JTextArea text(String lines) {
        JTextArea text = new JTextArea(lines, ROWS, COLUMNS);
        text.setName("question-text");
        text.setFont(new Font(Font.MONOSPACED, Font.PLAIN, 12));
        text.setEditable(false);
        text.setLineWrap(true);
        text.setCaretPosition(0);
        return text;
    }

    private static JButton all(String details, JTextArea text) {
        JButton all = new JButton("Show all");
        all.setName("show-all");
        all.addActionListener(pressed -> {
            text.setText(details);
            text.setCaretPosition(0);
            all.setEnabled(false);
        });
        return all;
    }

    private JButton button(Question question, Question.Option option) {
        JButton button = new JButton(option.label());
        button.setName("answer-" + option.id());
        button.setMargin(new Insets(2, 2, 2, 2));
        button.addActionListener(pressed -> {
            if (answered(question, option)) {
                done(question);
            }
        });
        return button;
    }

    /** Sends the value of the field with the first button; one that does not fit is said, and the question stays. */
    private boolean answered(Question question, Question.Option option) {
        boolean sends = option.equals(question.options().get(0));
        try {
            boolean unused = question.input()
                    .filter(input -> sends)
                    .map(input -> question.answer(option, input.parse(field.getText())))
                    .orElseGet(() -> question.answer(option));
            return true;
        } catch (IllegalArgumentException refused) {
            fault.setText(refused.getMessage());
            return false;
        }
    }

    /** Hides the bar, unless it shows another question by now. */
    private void done(Question closed) {
        if (closed.equals(shown)) {
            shown = null;
            setVisible(false);
            removeAll();
            sized.run();
        }
    }
}
