package dev.plumbline.views;

import dev.plumbline.ui.Question;
import java.awt.Component;
import java.awt.Insets;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;

/**
 * The buttons of a question, with a field for a value if it needs one. What does not fit is said beside the field, and the
 * question stays open. Used on the event dispatch thread.
 */
final class QuestionButtons {
    private static final int COLUMNS = 24;

    private final JPanel bar = new JPanel(new ButtonLayout(4, 2));
    private final JTextField field = new JTextField(COLUMNS);
    private final JLabel fault = plain(new JLabel());
    private final Question question;
    private boolean hadFocus;

    QuestionButtons(Question question) {
        this.question = question;
        question.input().ifPresent(this::addField);
        for (Question.Option option : question.options()) {
            add(option.label(), () -> answer(option));
        }
        bar.setOpaque(false);
        fault.setVisible(false);
        bar.add(fault);
    }

    /** Adds a button that can be pressed until the question is answered. */
    void add(String label, Runnable action) {
        JButton button = plain(new JButton());
        button.setText(label);
        button.setRequestFocusEnabled(false); // a click leaves the focus where somebody types
        button.setMargin(new Insets(2, 6, 2, 6));
        button.addActionListener(pressed -> action.run());
        bar.add(button);
    }

    /** Lets a component show its text as it is, also if that begins with a tag of HTML. */
    static <C extends JComponent> C plain(C component) {
        component.putClientProperty("html.disable", true);
        return component;
    }

    private void addField(Question.Input input) {
        field.setText(input.suggestedText());
        field.getAccessibleContext().setAccessibleName(question.title());
        field.addActionListener(event -> answer(question.options().get(0)));
        bar.add(field);
    }

    /** Returns whether one of its parts had the focus when the question was answered. */
    boolean hadFocus() {
        return hadFocus;
    }

    JComponent component() {
        return bar;
    }

    /** Sets the width, so that the preferred height is that of the lines that the buttons need at this width. */
    void width(int pixels) {
        bar.setSize(pixels, bar.getHeight());
    }

    private void answer(Question.Option option) {
        boolean sends = option.equals(question.options().get(0));
        try {
            boolean unused = question.input()
                    .filter(input -> sends)
                    .map(input -> question.answer(option, input.parse(field.getText())))
                    .orElseGet(() -> question.answer(option));
            for (Component part : bar.getComponents()) {
                hadFocus |= part.isFocusOwner();
                part.setEnabled(false);
            }
        } catch (IllegalArgumentException refused) {
            fault.setText(refused.getMessage());
            fault.setVisible(true);
        }
    }
}
