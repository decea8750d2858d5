package dev.plumbline.views;

import java.awt.BorderLayout;
import java.awt.Cursor;
import java.awt.Insets;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JPanel;

/** A block of code, with its language and a way to copy it. */
final class CodeCell extends BlockCell {
    private static final int PAD = 6;

    private MarkdownBlock.Code block;
    private JPanel panel = new JPanel();
    private TextBox box;
    private int written;

    CodeCell(ShownRow row, MarkdownBlock.Code block) {
        super(row);
        this.block = block;
        this.written = block.length();
        this.box = box();
    }

    MarkdownBlock.Code block() {
        return block;
    }

    private TextBox box() {
        PanelContext context = row().context();
        TextBox made = new TextBox(context, context.codeFont(), Colours.text());
        made.getAccessibleContext().setAccessibleName(block.language());
        return made;
    }

    @Override
    boolean show(MarkdownBlock other) {
        if (!(other instanceof MarkdownBlock.Code code)
                || !code.language().equals(block.language())
                || code.continues() != block.continues()) {
            return false;
        }
        if (!code.equals(block)) {
            block = code;
            if (hasComponent()) {
                written = box.show(lines());
            }
            changed();
        }
        return true;
    }

    private java.util.List<MarkdownBlock.Line> lines() {
        return block.code().lines().map(MarkdownBlock.Line::plain).toList();
    }

    @Override
    int estimate(int pixels) {
        return Math.max(
                row().estimate(block.length(), pixels),
                row().estimate(1, pixels) * (int) block.code().lines().count());
    }

    @Override
    int length() {
        return written;
    }

    @Override
    JComponent create() {
        box = box();
        addMenu(box);
        written = box.show(lines());
        panel = new JPanel(new BorderLayout());
        panel.setBackground(Colours.code());
        panel.setBorder(BorderFactory.createCompoundBorder(
                BorderFactory.createMatteBorder(block.continues() ? 0 : 4, 0, 0, 0, Colours.of(row().tone())),
                BorderFactory.createEmptyBorder(block.continues() ? 0 : PAD - 2, PAD, PAD - 2, PAD)));
        if (!block.continues()) {
            panel.add(head(), BorderLayout.NORTH);
        }
        panel.add(box, BorderLayout.CENTER);
        return panel;
    }

    private JComponent head() {
        JPanel head = new JPanel(new BorderLayout());
        head.setOpaque(false);
        JLabel copy = label(row().context().texts().of(ChatPanel.ChatLabel.COPY));
        copy.setName("copy-code");
        copy.setCursor(Cursor.getPredefinedCursor(Cursor.HAND_CURSOR));
        copy.addMouseListener(new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                RowCopies.copy(row().codeFrom(CodeCell.this));
            }
        });
        head.add(label(block.language()), BorderLayout.WEST);
        head.add(copy, BorderLayout.EAST);
        return head;
    }

    private JLabel label(String text) {
        JLabel label = QuestionButtons.plain(new JLabel());
        label.setFont(row().context().smallFont());
        label.setForeground(Colours.muted());
        label.setText(text);
        return label;
    }

    @Override
    int measure(int pixels) {
        component();
        Insets border = panel.getInsets();
        int head = block.continues() ? 0 : panel.getComponent(0).getPreferredSize().height;
        return border.top + head + box.heightAt(pixels - border.left - border.right) + border.bottom;
    }
}
