package dev.plumbline.views;

import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Insets;
import java.awt.LayoutManager;

/**
 * Places components in lines, as {@link FlowLayout} does, with two differences: the preferred height is that of all
 * lines at the current width, and a component that is wider than a line is as wide as the line. Used on the event
 * dispatch thread.
 */
final class ButtonLayout implements LayoutManager {
    private final FlowLayout lines;

    /** Leaves those gaps between components, and at the edges. */
    ButtonLayout(int hgap, int vgap) {
        lines = new FlowLayout(FlowLayout.LEADING, hgap, vgap);
    }

    @Override
    public Dimension preferredLayoutSize(Container bar) {
        if (bar.getWidth() <= 0) {
            return lines.preferredLayoutSize(bar);
        }
        layoutContainer(bar);
        int bottom = 0;
        for (Component part : bar.getComponents()) {
            bottom = part.isVisible() ? Math.max(bottom, part.getY() + part.getHeight()) : bottom;
        }
        return new Dimension(bar.getWidth(), bottom + lines.getVgap() + bar.getInsets().bottom);
    }

    @Override
    public Dimension minimumLayoutSize(Container bar) {
        return new Dimension();
    }

    @Override
    public void layoutContainer(Container bar) {
        lines.layoutContainer(bar);
        Insets border = bar.getInsets();
        int left = border.left + lines.getHgap();
        int most = Math.max(0, bar.getWidth() - border.right - lines.getHgap() - left);
        for (Component part : bar.getComponents()) {
            if (part.getWidth() > most) {
                part.setBounds(left, part.getY(), most, part.getHeight());
            }
        }
    }

    @Override
    public void addLayoutComponent(String name, Component component) {
        // the components are read from their container
    }

    @Override
    public void removeLayoutComponent(Component component) {
        // the components are read from their container
    }
}
