package dev.plumbline.views;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.internal.Words;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.Question.Part;
import dev.plumbline.ui.internal.PartLines;
import dev.plumbline.ui.internal.UserPrompter;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Font;
import java.awt.Insets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JSeparator;
import javax.swing.JTextArea;
import javax.swing.text.DefaultCaret;

/**
 * The parts of a question below each other. What a tool or a server wrote has a frame with a heading by the host; what is
 * folded is a button that opens it. No text is read as HTML. Used on the event dispatch thread.
 */
final class QuestionParts implements Stacked {
    private final List<Stacked> blocks = new ArrayList<>();
    private final JPanel stack = new JPanel(new ChatLayout(blocks));
    private final Consumer<Question> opened;
    private final Words words;
    private Question shown;
    private boolean hasDetails;

    /**
     * Shows the parts of a question.
     *
     * @param opened receives the question with more parts whole each time the person opens some
     */
    QuestionParts(Question question, Consumer<Question> opened) {
        ModuleVersions.check(QuestionParts.class); // a dialog has no rows
        this.opened = opened;
        this.words = UserPrompter.wordsOf(question);
        this.shown = question;
        stack.setName("question-text");
        stack.setOpaque(false);
        draw();
    }

    @Override
    public JComponent component() {
        return stack;
    }

    @Override
    public int heightFor(int width) {
        return blocks.stream().mapToInt(block -> block.heightFor(width)).sum();
    }

    /** Shows all parts whole. */
    void openAll() {
        open(shown.opened());
    }

    /** Shows the details after the parts, or hides them. */
    void showDetails(boolean on) {
        hasDetails = on;
        drawAgain();
    }

    private void open(Question more) {
        shown = more;
        drawAgain();
        opened.accept(more);
    }

    private void drawAgain() {
        draw();
        stack.revalidate();
        stack.repaint();
    }

    private void draw() {
        blocks.clear();
        stack.removeAll();
        lines(shown.parts());
        if (hasDetails) {
            add(new Line());
            lines(shown.details());
        }
    }

    private void lines(List<Part> parts) {
        List<String> host = new ArrayList<>();
        for (Part part : parts) {
            if (part.source() == ContentOrigin.HOST && !part.isFolded()) {
                host.add(PartLines.of(part, words)); // one block, so that the lines are selected and read together
            } else {
                addHost(host);
                addPart(part);
            }
        }
        addHost(host);
    }

    private void addHost(List<String> lines) {
        if (!lines.isEmpty()) {
            add(new TextBlock("", String.join("\n", lines)));
            lines.clear();
        }
    }

    private void addPart(Part part) {
        if (part.isFolded()) {
            add(new Fold(PartLines.fold(part, words), () -> open(shown.opened(List.of(part.digest())))));
        } else if (part.heading().isEmpty()) {
            add(new TextBlock("", part.text()));
        } else {
            part.before().ifPresent(old -> add(new TextBlock(PartLines.before(part, words), old)));
            add(new TextBlock(PartLines.heading(part, words), part.text()));
        }
    }

    private void add(Stacked block) {
        blocks.add(block);
        stack.add(block.component());
    }

    /** A line between the parts and the details. */
    private record Line(JSeparator component) implements Stacked {
        Line() {
            this(new JSeparator());
        }

        @Override
        public int heightFor(int width) {
            return component.getPreferredSize().height + 4;
        }
    }

    /** A part that is folded. */
    private record Fold(JPanel line) implements Stacked {
        Fold(String heading, Runnable open) {
            this(new JPanel(new ButtonLayout(4, 2)));
            JButton button = QuestionButtons.plain(new JButton());
            button.setName("question-fold");
            button.setText(heading);
            button.setRequestFocusEnabled(false);
            button.setMargin(new Insets(2, 6, 2, 6));
            button.addActionListener(pressed -> open.run());
            line.setOpaque(false);
            line.add(button);
        }

        @Override
        public JComponent component() {
            return line;
        }

        @Override
        public int heightFor(int width) {
            line.setSize(width, line.getHeight());
            return line.getPreferredSize().height;
        }
    }

    /** A text; in a frame if it has a heading. */
    private static final class TextBlock implements Stacked {
        private final JPanel block = new JPanel(new BorderLayout());
        private final JLabel head = QuestionButtons.plain(new JLabel());
        private final JTextArea text = new JTextArea();

        TextBlock(String heading, String body) {
            DefaultCaret caret = new DefaultCaret();
            caret.setUpdatePolicy(DefaultCaret.NEVER_UPDATE); // the window scrolls, not the caret
            text.setCaret(caret);
            if (!heading.isEmpty()) { // a value, of which each character counts; what has no heading is a sentence
                text.setFont(
                        new Font(Font.MONOSPACED, Font.PLAIN, text.getFont().getSize()));
            }
            text.setEditable(false);
            text.setLineWrap(true);
            text.setForeground(Colours.text());
            text.setOpaque(false);
            text.setBackground(new Color(0, 0, 0, 0)); // as in TextBox, because of Nimbus
            text.setBorder(BorderFactory.createEmptyBorder(1, 2, 1, 2));
            text.setText(body);
            block.setOpaque(!heading.isEmpty());
            block.setBackground(Colours.background());
            block.add(text, BorderLayout.CENTER);
            if (!heading.isEmpty()) {
                head.setText(heading);
                head.setForeground(Colours.text());
                block.add(head, BorderLayout.NORTH);
                block.setBorder(BorderFactory.createCompoundBorder(
                        BorderFactory.createEmptyBorder(2, 0, 2, 0),
                        BorderFactory.createCompoundBorder(
                                BorderFactory.createLineBorder(Colours.muted()),
                                BorderFactory.createEmptyBorder(2, 4, 2, 4))));
            }
        }

        @Override
        public JComponent component() {
            return block;
        }

        @Override
        public int heightFor(int width) {
            Insets border = block.getInsets();
            text.setSize(Math.max(1, width - border.left - border.right), Short.MAX_VALUE);
            int above = head.getText().isEmpty() ? 0 : head.getPreferredSize().height;
            return border.top + above + text.getPreferredSize().height + border.bottom;
        }
    }
}
