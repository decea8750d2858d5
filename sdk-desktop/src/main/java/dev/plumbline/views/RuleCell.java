package dev.plumbline.views;

import java.awt.BorderLayout;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JSeparator;

/** A line across. */
final class RuleCell extends BlockCell {
    private static final int HEIGHT = 14;

    RuleCell(ShownRow row) {
        super(row);
    }

    @Override
    boolean show(MarkdownBlock block) {
        return block instanceof MarkdownBlock.Rule;
    }

    @Override
    int estimate(int pixels) {
        return HEIGHT;
    }

    @Override
    int length() {
        return 1;
    }

    @Override
    JComponent create() {
        JPanel space = new JPanel(new BorderLayout());
        space.setOpaque(false);
        space.setBorder(BorderFactory.createEmptyBorder(HEIGHT / 2, 4, 0, 4));
        space.add(new JSeparator(), BorderLayout.CENTER);
        return space;
    }

    @Override
    int measure(int pixels) {
        return HEIGHT;
    }
}
