package dev.plumbline.assistant;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.swing.BoxLayout;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JTextArea;

/** Sentences with buttons above the conversation, each until one of its buttons is pressed. Used on the UI thread. */
final class Prompts {
    private static final int MOST_CHARACTERS = 300;

    private final JPanel list = new JPanel();
    private final Map<String, JComponent> shown = new LinkedHashMap<>();

    Prompts() {
        list.setLayout(new BoxLayout(list, BoxLayout.Y_AXIS));
        list.setName("prompts");
    }

    JComponent component() {
        return list;
    }

    /** Shows a prompt instead of the one with its name; one without a text is removed. */
    void show(Prompt prompt) {
        remove(prompt.name);
        if (!prompt.text.isEmpty()) {
            JPanel row = new JPanel(new BorderLayout());
            String text = prompt.text.length() > MOST_CHARACTERS
                    ? prompt.text.substring(0, MOST_CHARACTERS) + "…"
                    : prompt.text;
            JTextArea sentence = new JTextArea(text);
            sentence.setName("prompt");
            sentence.setEditable(false);
            sentence.setOpaque(false);
            sentence.setLineWrap(true);
            sentence.setWrapStyleWord(true);
            row.add(sentence, BorderLayout.CENTER);
            JPanel buttons = new JPanel(new FlowLayout(FlowLayout.TRAILING, 4, 0));
            for (Button each : prompt.buttons) {
                JButton button = new JButton(each.label);
                button.setName("prompt-" + each.name);
                button.addActionListener(pressed -> {
                    remove(prompt.name);
                    each.action.run();
                });
                buttons.add(button);
            }
            row.add(buttons, BorderLayout.SOUTH);
            shown.put(prompt.name, row);
            list.add(row);
        }
        refresh();
    }

    private void remove(String name) {
        JComponent before = shown.remove(name);
        if (before != null) {
            list.remove(before);
            refresh();
        }
    }

    void clear() {
        shown.clear();
        list.removeAll();
        refresh();
    }

    private void refresh() {
        list.revalidate();
        list.repaint();
    }

    /** A sentence with buttons. */
    static final class Prompt {
        private final String name;
        private final String text;
        private final List<Button> buttons = new ArrayList<>();

        Prompt(String name, String text) {
            this.name = name;
            this.text = text;
        }

        Prompt with(String button, String label, Runnable action) {
            buttons.add(new Button(button, label, action));
            return this;
        }
    }

    private record Button(String name, String label, Runnable action) {}
}
