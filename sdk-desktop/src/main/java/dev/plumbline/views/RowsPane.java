package dev.plumbline.views;

import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Component;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JScrollBar;
import javax.swing.SwingUtilities;
import javax.swing.UIManager;

/**
 * Shows cells below each other and lays out those in sight alone; of the others it knows about how high they are. It stays
 * at the end unless a person scrolls up: nothing else decides that, no width and no height. Used on the event dispatch
 * thread.
 */
final class RowsPane {
    private static final int PREFERRED_WIDTH = 380;
    private static final int PREFERRED_HEIGHT = 420;
    private static final int MARGIN = 200;
    private static final int WHEEL = 48;
    private static final int SIDE = 10;

    private final JPanel pane = new Pane();
    private final Canvas canvas = new Canvas();
    private final JScrollBar bar = new JScrollBar(JScrollBar.VERTICAL);
    private final List<Cell> cells = new ArrayList<>();
    private final Set<Cell> placed = new HashSet<>();
    private final Work work = new Work();
    private int top;
    private int above;
    private boolean follows = true;
    private boolean setsBar;

    RowsPane() {
        canvas.setName("conversation");
        canvas.setOpaque(true);
        bar.setUnitIncrement(16);
        bar.addAdjustmentListener(moved -> {
            if (!setsBar) {
                scrollTo(moved.getValue());
            }
        });
        canvas.addMouseWheelListener(wheel -> scrollBy((int) Math.round(wheel.getPreciseWheelRotation() * WHEEL)));
        pane.add(canvas, BorderLayout.CENTER);
        pane.add(bar, BorderLayout.EAST);
        pane.setPreferredSize(new Dimension(PREFERRED_WIDTH, PREFERRED_HEIGHT));
        pane.setMinimumSize(new Dimension());
    }

    /** What was laid out since the start, for tests: time depends on the machine, this does not. */
    static final class Work {
        private int cells;
        private long characters;
        private int longest;

        private void add(int length) {
            cells++;
            characters += length;
            longest = Math.max(longest, length);
        }

        int cells() {
            return cells;
        }

        long characters() {
            return characters;
        }

        /** Returns the characters of the largest piece. */
        int longest() {
            return longest;
        }
    }

    Work work() {
        return work;
    }

    JComponent component() {
        return pane;
    }

    /** Returns the part with the cells. */
    JComponent list() {
        return canvas;
    }

    /** Returns whether the end is shown, and stays shown when something is added. */
    boolean follows() {
        return follows;
    }

    /** Replaces cells, at that place; both lists may be empty. */
    void replace(int from, int to, List<? extends Cell> with) {
        List<Cell> old = cells.subList(from, to);
        old.forEach(this::remove);
        old.clear();
        cells.addAll(from, with);
        if (top >= to) {
            top += with.size() - (to - from);
        } else if (top > from) {
            top = Math.min(top, from + with.size());
            above = 0;
        }
    }

    int indexOf(Cell cell) {
        return cells.indexOf(cell);
    }

    int size() {
        return cells.size();
    }

    /** Removes all. */
    void clear() {
        replace(0, cells.size(), List.of());
        follows = true;
        layOut();
    }

    private void remove(Cell cell) {
        if (placed.remove(cell)) {
            canvas.remove(cell.component());
        }
    }

    private int width() {
        return (canvas.getWidth() > 0 ? canvas.getWidth() : PREFERRED_WIDTH) - 2 * SIDE;
    }

    private int height() {
        return canvas.getHeight() > 0 ? canvas.getHeight() : PREFERRED_HEIGHT;
    }

    /** Replaces a cell that stands for others by those; returns whether it did. */
    private boolean open(int index) {
        List<Cell> opened = cells.get(index).opened();
        if (!opened.isEmpty()) {
            replace(index, index + 1, opened);
        }
        return !opened.isEmpty();
    }

    private int heightOf(int index) {
        while (open(index)) {
            // until the first one is shown itself
        }
        Cell cell = cells.get(index);
        if (placed.add(cell)) {
            canvas.add(cell.component());
        }
        if (!cell.isMeasured(width())) {
            work.add(cell.length());
        }
        return cell.height(width());
    }

    /** Goes one cell up; returns its height, 0 if it had to be opened before. */
    private int goUp() {
        if (open(top - 1)) {
            return 0;
        }
        top--;
        return heightOf(top);
    }

    /** Places the cells in sight, with some above and below, and removes the others. */
    void layOut() {
        if (follows) {
            goToEnd();
        }
        if (bottom() < height() && (top > 0 || above > 0)) { // what is shown became shorter
            goToEnd();
        }
        List<Cell> seen = new ArrayList<>();
        placeAbove(seen);
        placeBelow(seen);
        for (Cell cell : List.copyOf(placed)) {
            if (!seen.contains(cell)) {
                hide(cell);
            }
        }
        for (int i = 0; i < seen.size(); i++) {
            JComponent part = seen.get(i).component();
            if (canvas.getComponent(i) != part) { // a screen reader reads them in order
                canvas.setComponentZOrder(part, i);
            }
            part.validate();
        }
        setBar();
        canvas.repaint();
    }

    /** Returns where the last cell in sight ends. */
    private int bottom() {
        int y = -above;
        for (int i = top; i < cells.size() && y < height(); i++) {
            y += heightOf(i);
        }
        return y;
    }

    private void placeAbove(List<Cell> seen) {
        int y = -above;
        int i = top;
        while (i > 0 && y > -MARGIN) {
            int before = top;
            if (open(i - 1)) {
                i += top - before;
            } else {
                i--;
                int height = heightOf(i);
                y -= height;
                put(cells.get(i), y, height);
                seen.add(0, cells.get(i));
            }
        }
    }

    private void placeBelow(List<Cell> seen) {
        int y = -above;
        for (int i = top; i < cells.size() && y < height() + MARGIN; i++) {
            int height = heightOf(i);
            put(cells.get(i), y, height);
            seen.add(cells.get(i));
            y += height;
        }
    }

    private void put(Cell cell, int y, int height) {
        cell.component().setBounds(SIDE, y, width(), height);
    }

    /** Removes what is out of sight; what has the focus or is kept stays, outside. */
    private void hide(Cell cell) {
        JComponent part = cell.component();
        if (cell.isKept() || SwingUtilities.isDescendingFrom(focused(), part)) {
            part.setBounds(SIDE, -part.getHeight() - 2 * MARGIN, part.getWidth(), part.getHeight());
        } else {
            remove(cell);
            cell.drop();
        }
    }

    private Component focused() {
        Component owner =
                java.awt.KeyboardFocusManager.getCurrentKeyboardFocusManager().getFocusOwner();
        return owner == null ? bar : owner;
    }

    private void goToEnd() {
        int y = height();
        top = cells.size();
        while (top > 0 && y > 0) {
            y -= goUp();
        }
        above = Math.max(0, -y);
    }

    private void setBar() {
        int width = width();
        int total = 0;
        int value = 0;
        for (int i = 0; i < cells.size(); i++) {
            value = i == top ? total + above : value;
            total += cells.get(i).likelyHeight(width);
        }
        setsBar = true;
        int shown = Math.min(height(), total);
        bar.setValues(follows ? total - shown : Math.min(value, total - shown), shown, 0, total);
        bar.setBlockIncrement(Math.max(16, height() - 32));
        bar.setEnabled(total > shown);
        setsBar = false;
    }

    private void scrollTo(int value) {
        if (value + bar.getVisibleAmount() >= bar.getMaximum()) {
            follows = true;
        } else {
            follows = false;
            int y = 0;
            top = 0;
            while (top < cells.size() - 1 && y + cells.get(top).likelyHeight(width()) <= value) {
                y += cells.get(top).likelyHeight(width());
                top++;
            }
            above = value - y;
        }
        layOut();
    }

    /** Scrolls by so many pixels, down if there are more than 0. */
    void scrollBy(int pixels) {
        int y = above + pixels;
        while (y < 0 && top > 0) {
            y += goUp();
        }
        while (top < cells.size() - 1 && y >= heightOf(top)) {
            y -= heightOf(top);
            top++;
        }
        above = Math.max(0, y);
        follows = false;
        layOut();
        follows = isAtEnd();
        setBar();
    }

    private boolean isAtEnd() {
        Cell last = cells.isEmpty() ? null : cells.get(cells.size() - 1);
        return last == null
                || (placed.contains(last)
                        && last.component().getY() + last.component().getHeight() <= height());
    }

    /** Scrolls as little as needed to show a cell. */
    void show(Cell cell) {
        int index = cells.indexOf(cell);
        if (index >= 0
                && placed.contains(cell)
                && cell.component().getY() > -cell.component().getHeight()) {
            canvas.scrollRectToVisible(cell.component().getBounds());
        } else if (index >= 0) {
            follows = false;
            top = index;
            above = 0;
            layOut();
            follows = isAtEnd();
        }
    }

    /** Returns the row that a component belongs to. */
    Optional<ShownRow> rowOf(Component part) {
        return placed.stream()
                .filter(cell -> SwingUtilities.isDescendingFrom(part, cell.component()))
                .map(Cell::row)
                .findFirst();
    }

    /** Marks what a person looks for in all that is shown. */
    void markFound() {
        for (Cell cell : placed) {
            mark(cell.component());
        }
        canvas.repaint();
    }

    private static void mark(Component part) {
        if (part instanceof TextBox box) {
            box.markFound();
        } else if (part instanceof java.awt.Container container) {
            for (Component inner : container.getComponents()) {
                mark(inner);
            }
        }
    }

    /** The border of a pane that scrolls, as the look and feel draws it. */
    private static final class Pane extends JPanel {
        private static final long serialVersionUID = 1L;

        Pane() {
            super(new BorderLayout());
        }

        @Override
        public void updateUI() {
            super.updateUI();
            setBorder(UIManager.getBorder("ScrollPane.border"));
        }
    }

    /** Holds the cells in sight. */
    private final class Canvas extends JPanel {
        private static final long serialVersionUID = 1L;
        private static final int ARC = 12;

        Canvas() {
            super(null);
        }

        @Override
        public void doLayout() {
            layOut();
        }

        @Override
        public Color getBackground() {
            return Colours.background();
        }

        @Override
        public void scrollRectToVisible(Rectangle part) {
            if (part.y < 0) {
                scrollBy(part.y);
            } else if (part.y + part.height > getHeight() && part.y > 0) {
                scrollBy(Math.min(part.y, part.y + part.height - getHeight()));
            }
        }

        @Override
        protected void paintComponent(Graphics graphics) {
            super.paintComponent(graphics);
            Graphics2D pen = (Graphics2D) graphics.create();
            pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            for (int i = top; i < cells.size() && placed.contains(cells.get(i)); ) {
                ShownRow row = cells.get(i).row();
                int from = cells.get(i).component().getY();
                int to = from;
                if (i > 0 && cells.get(i - 1).row() == row) {
                    from -= 2 * ARC; // its beginning is above
                }
                for (; i < cells.size() && cells.get(i).row() == row && placed.contains(cells.get(i)); i++) {
                    JComponent part = cells.get(i).component();
                    to = part.getY() + part.getHeight();
                }
                boolean goesOn = i < cells.size() && cells.get(i).row() == row;
                row.paint(pen, new Rectangle(SIDE / 2, from, getWidth() - SIDE, to - from + (goesOn ? 2 * ARC : 0)));
            }
            pen.dispose();
        }
    }
}
