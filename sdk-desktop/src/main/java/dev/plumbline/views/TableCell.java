package dev.plumbline.views;

import dev.plumbline.views.MarkdownBlock.Line;
import dev.plumbline.views.MarkdownBlock.Run;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JPanel;

/** A table, whose cells are as wide as their text needs, or share the width if there is not enough. */
final class TableCell extends BlockCell {
    private static final int PAD = 4;
    private static final int LEAST = 36;

    private MarkdownBlock.Table block;
    private Grid grid;

    TableCell(ShownRow row, MarkdownBlock.Table block) {
        super(row);
        this.block = block;
        this.grid = new Grid(List.of());
    }

    @Override
    boolean show(MarkdownBlock other) {
        if (!(other instanceof MarkdownBlock.Table table) || !startsAsBefore(table)) {
            return false;
        }
        if (!table.equals(block)) {
            List<List<Line>> added =
                    table.rows().subList(block.rows().size(), table.rows().size());
            block = table;
            if (hasComponent()) {
                grid.add(added);
            }
            changed();
        }
        return true;
    }

    private boolean startsAsBefore(MarkdownBlock.Table table) {
        return table.hasHead() == block.hasHead()
                && table.rows().size() >= block.rows().size()
                && table.rows().subList(0, block.rows().size()).equals(block.rows());
    }

    @Override
    int estimate(int pixels) {
        return block.rows().size() * (row().estimate(1, pixels) + 2 * PAD);
    }

    @Override
    int length() {
        return block.length();
    }

    @Override
    JComponent create() {
        grid = new Grid(block.rows());
        return grid;
    }

    @Override
    int measure(int pixels) {
        component();
        return grid.layOut(pixels);
    }

    /** The component of a table. */
    private final class Grid extends JPanel {
        private static final long serialVersionUID = 1L;
        private final transient List<List<TextBox>> rows = new ArrayList<>();
        private final List<Integer> bottoms = new ArrayList<>();

        Grid(List<List<Line>> lines) {
            super(null);
            setOpaque(false);
            add(lines);
        }

        void add(List<List<Line>> lines) {
            for (List<Line> line : lines) {
                boolean isHead = block.hasHead() && rows.isEmpty();
                List<TextBox> boxes = new ArrayList<>();
                for (Line text : line) {
                    TextBox box = new TextBox(row().context(), row().context().font(), Colours.textOf(row().tone()));
                    box.show(List.of(isHead ? bold(text) : text));
                    addMenu(box);
                    add(box);
                    boxes.add(box);
                }
                rows.add(boxes);
            }
        }

        private Line bold(Line text) {
            List<Run> runs = text.runs().stream()
                    .map(run -> new Run(run.text(), true, run.isItalic(), run.isCode(), run.link()))
                    .toList();
            return new Line(text.kind(), text.level(), "", false, runs);
        }

        int layOut(int width) {
            int[] widths = widths(width);
            bottoms.clear();
            int y = PAD;
            for (List<TextBox> boxes : rows) {
                int height = 0;
                for (int i = 0; i < boxes.size(); i++) {
                    height = Math.max(height, boxes.get(i).heightAt(widths[i]));
                }
                int x = 0;
                for (int i = 0; i < boxes.size(); i++) {
                    boxes.get(i).setBounds(x, y, widths[i], height);
                    x += widths[i];
                }
                y += height + PAD;
                bottoms.add(y - PAD / 2);
            }
            return y + PAD;
        }

        /** Returns the width of each column: what it needs; if that is too much, the widest ones give. */
        private int[] widths(int width) {
            int columns = rows.stream().mapToInt(List::size).max().orElse(0);
            int[] widths = new int[columns];
            FontMetrics letters = getFontMetrics(row().context().font().deriveFont(java.awt.Font.BOLD));
            for (List<Line> line : block.rows()) {
                for (int i = 0; i < line.size(); i++) {
                    int needed = letters.stringWidth(line.get(i).text()) + 5 * PAD;
                    widths[i] = Math.max(widths[i], Math.max(LEAST, needed));
                }
            }
            int sum = java.util.Arrays.stream(widths).sum();
            while (sum > width) {
                int widest = 0;
                for (int i = 1; i < columns; i++) {
                    widest = widths[i] > widths[widest] ? i : widest;
                }
                if (widths[widest] <= LEAST) {
                    break;
                }
                int less = Math.min(sum - width, Math.max(1, widths[widest] / 16));
                widths[widest] = Math.max(LEAST, widths[widest] - less);
                sum = java.util.Arrays.stream(widths).sum();
            }
            return widths;
        }

        @Override
        protected void paintComponent(Graphics pen) {
            super.paintComponent(pen);
            for (int i = 0; i < bottoms.size() - 1; i++) {
                boolean isHead = block.hasHead() && i == 0;
                Color line = isHead ? Colours.muted() : Colours.line();
                pen.setColor(line);
                pen.drawLine(2, bottoms.get(i), getWidth() - 2, bottoms.get(i));
            }
        }
    }
}
