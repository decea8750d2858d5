package dev.plumbline.assistant;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.GridLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.swing.BoxLayout;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JTextArea;

/**
 * Sentences with buttons above the conversation: those that hold now, and no others. Who shows them computes them again whenever
 * something has happened. Used on the UI thread.
 */
final class Prompts {
    private static final int MOST_CHARACTERS = 300;
    private static final int MOST_IN_A_LINE = 2; // more are not all in sight in a narrow window

    private final JPanel list = new JPanel();
    private final Map<String, Shown> shown = new LinkedHashMap<>();

    Prompts() {
        list.setLayout(new BoxLayout(list, BoxLayout.Y_AXIS));
        list.setName("prompts");
    }

    JComponent component() {
        return list;
    }

    /** Shows exactly these, in their order; one that says the same as before stays as it is, with what its buttons do now. */
    void show(List<Prompt> due) {
        Map<String, Shown> before = new LinkedHashMap<>(shown);
        shown.clear();
        for (Prompt prompt : due) {
            Shown old = before.get(prompt.name);
            if (old != null && old.prompt.says().equals(prompt.says())) {
                shown.put(prompt.name, new Shown(prompt, old.row));
            } else {
                shown.put(prompt.name, new Shown(prompt, row(prompt)));
            }
        }
        List<JComponent> rows = shown.values().stream().map(Shown::row).toList();
        if (!rows.equals(List.of(list.getComponents()))) {
            list.removeAll();
            rows.forEach(list::add);
            list.revalidate();
            list.repaint();
        }
    }

    private JComponent row(Prompt prompt) {
        JPanel row = new JPanel(new BorderLayout());
        String text =
                prompt.text.length() > MOST_CHARACTERS ? prompt.text.substring(0, MOST_CHARACTERS) + "…" : prompt.text;
        JTextArea sentence = new JTextArea(text);
        sentence.setName("prompt");
        sentence.setEditable(false);
        sentence.setOpaque(false);
        sentence.setLineWrap(true);
        sentence.setWrapStyleWord(true);
        row.add(sentence, BorderLayout.CENTER);
        JPanel buttons = new JPanel(
                prompt.buttons.size() > MOST_IN_A_LINE
                        ? new GridLayout(0, 1, 0, 2)
                        : new FlowLayout(FlowLayout.TRAILING, 4, 0));
        for (Button each : prompt.buttons) {
            JButton button = new JButton(each.label);
            button.setName("prompt-" + each.name);
            button.addActionListener(pressed -> press(prompt.name, each.name));
            buttons.add(button);
        }
        row.add(buttons, BorderLayout.SOUTH);
        return row;
    }

    private void press(String prompt, String button) {
        Shown now = shown.get(prompt);
        if (now != null) {
            now.prompt.buttons.stream()
                    .filter(each -> each.name.equals(button))
                    .findFirst()
                    .ifPresent(each -> each.action.run());
        }
    }

    private record Shown(Prompt prompt, JComponent row) {}

    /**
     * A sentence with buttons.
     *
     * @param name the same while it is about the same
     */
    record Prompt(String name, String text, List<Button> buttons) {
        Prompt(String name, String text) {
            this(name, text, List.of());
        }

        Prompt with(String button, String label, Runnable action) {
            return new Prompt(
                    name,
                    text,
                    Stream.concat(buttons.stream(), Stream.of(new Button(button, label, action)))
                            .toList());
        }

        /** Returns what a person reads of it. */
        private List<String> says() {
            return Stream.concat(Stream.of(text), buttons.stream().map(button -> button.name + " " + button.label))
                    .toList();
        }
    }

    private record Button(String name, String label, Runnable action) {}
}
