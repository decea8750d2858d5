package dev.plumbline.views;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.LayoutManager;
import java.util.Collection;

/**
 * Places rows below each other, each as wide as the visible part and as high as its text needs at that width. Heights that
 * are known are not computed again. Used on the event dispatch thread.
 */
final class ChatLayout implements LayoutManager {
    private final Collection<? extends Stacked> rows;

    /** Places those rows; the collection may change. */
    ChatLayout(Collection<? extends Stacked> rows) {
        this.rows = rows;
    }

    @Override
    public Dimension preferredLayoutSize(Container list) {
        Container visible = list.getParent();
        int width = visible == null ? list.getWidth() : visible.getWidth();
        return new Dimension(
                0, rows.stream().mapToInt(row -> row.heightFor(width)).sum());
    }

    @Override
    public Dimension minimumLayoutSize(Container list) {
        return new Dimension();
    }

    @Override
    public void layoutContainer(Container list) {
        int width = list.getWidth();
        int y = 0;
        for (Stacked row : rows) {
            int height = row.heightFor(width);
            row.component().setBounds(0, y, width, height);
            y += height;
        }
    }

    @Override
    public void addLayoutComponent(String name, Component component) {
        // the rows are known
    }

    @Override
    public void removeLayoutComponent(Component component) {
        // the rows are known
    }
}
