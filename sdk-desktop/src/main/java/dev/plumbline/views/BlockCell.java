package dev.plumbline.views;

import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import javax.swing.JComponent;

/** A block of the text of a row. */
abstract class BlockCell extends Cell {
    BlockCell(ShownRow row) {
        super(row);
    }

    /** Returns the cell of a block. */
    static BlockCell of(ShownRow row, Section.Kind kind, MarkdownBlock block) {
        if (block instanceof MarkdownBlock.Code code) {
            return new CodeCell(row, code);
        } else if (block instanceof MarkdownBlock.Table table) {
            return new TableCell(row, table);
        } else if (block instanceof MarkdownBlock.Rule) {
            return new RuleCell(row);
        }
        return new TextCell(row, kind, (MarkdownBlock.Text) block);
    }

    /** Shows another block in its place; returns false if it cannot, because it is of another kind. */
    abstract boolean show(MarkdownBlock block);

    /** Opens the menu of the row where a person asks for it in this component. */
    final void addMenu(JComponent part) {
        part.addMouseListener(new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                if (event.isPopupTrigger()) {
                    row().context().menus().open(row(), event.getComponent(), event.getX(), event.getY());
                }
            }

            @Override
            public void mouseReleased(MouseEvent event) {
                mousePressed(event);
            }
        });
    }
}
