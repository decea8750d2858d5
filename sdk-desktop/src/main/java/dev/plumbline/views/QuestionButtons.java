package dev.plumbline.views;

import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.awt.Component;
import java.awt.Insets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextField;
import javax.swing.JToggleButton;
import javax.swing.KeyStroke;

/**
 * The buttons of a question, with a field for a value if it needs one. What does not fit is said beside the field, and the
 * question stays open. Buttons that agree are enabled once every part is shown. Used on the event dispatch thread.
 */
final class QuestionButtons implements Stacked {
    private static final int COLUMNS = 24;

    private final JPanel bar = new JPanel(new ButtonLayout(4, 2));
    private final JTextField field = new JTextField(COLUMNS);
    private final JLabel fault = plain(new JLabel());
    private final Map<Question.Option, JButton> buttons = new LinkedHashMap<>();
    private JButton showAll = new JButton();
    private Question question;
    private boolean hadFocus;

    QuestionButtons(Question question) {
        this.question = question;
        question.input().ifPresent(this::addField);
        for (Question.Option option : question.options()) {
            JButton button = add(option.label(), () -> answer(option));
            button.setName("answer-" + option.id());
            buttons.put(option, button);
        }
        bar.setOpaque(false);
        fault.setName("question-fault");
        fault.setVisible(false);
        bar.add(fault);
        show(question);
    }

    /** Answers that question from now on, which has more parts whole. */
    void show(Question opened) {
        question = opened;
        buttons.forEach((option, button) -> button.setEnabled(opened.isWhole() || opened.isRefusal(option)));
        showAll.setVisible(!opened.isWhole());
    }

    /** Adds the button that opens all parts, if there is one to open. */
    void addShowAll(String label, Runnable open) {
        if (!question.isWhole()) {
            showAll = add(label, open);
            showAll.setName("show-all");
        }
    }

    /**
     * Adds the button that shows the details and hides them, if there are any; F1 does the same in its window.
     *
     * @param show receives whether they are shown
     */
    void addDetails(String label, Consumer<Boolean> show) {
        if (!question.details().isEmpty()) {
            JToggleButton details = plain(new JToggleButton());
            details.setText(label);
            details.setName("details");
            details.setRequestFocusEnabled(false);
            details.setMargin(new Insets(2, 6, 2, 6));
            details.addActionListener(pressed -> show.accept(details.isSelected()));
            details.registerKeyboardAction(
                    pressed -> details.doClick(), KeyStroke.getKeyStroke("F1"), JComponent.WHEN_IN_FOCUSED_WINDOW);
            bar.add(details);
        }
    }

    private JButton add(String label, Runnable action) {
        JButton button = plain(new JButton());
        button.setText(label);
        button.setRequestFocusEnabled(false); // a click leaves the focus where somebody types
        button.setMargin(new Insets(2, 6, 2, 6));
        button.addActionListener(pressed -> action.run());
        bar.add(button);
        return button;
    }

    /** Lets a component show its text as it is, also if that begins with a tag of HTML. */
    static <C extends JComponent> C plain(C component) {
        component.putClientProperty("html.disable", true);
        return component;
    }

    private void addField(Question.Input input) {
        field.setName("question-value");
        field.setText(input.suggestedText());
        field.getAccessibleContext().setAccessibleName(question.title());
        field.addActionListener(event -> answer(question.options().get(0)));
        bar.add(field);
    }

    /** Returns whether one of its parts had the focus when the question was answered. */
    boolean hadFocus() {
        return hadFocus;
    }

    @Override
    public JComponent component() {
        return bar;
    }

    @Override
    public int heightFor(int pixels) {
        bar.setSize(pixels, bar.getHeight());
        return bar.getPreferredSize().height;
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
            fault.setText(UserPrompter.wordsOf(question).say("question.misfit", String.valueOf(refused.getMessage())));
            fault.setVisible(true);
        }
    }
}
