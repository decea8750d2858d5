package dev.plumbline.views;

import java.awt.Font;
import javax.swing.JComponent;

/** A block of lines of text. */
final class TextCell extends BlockCell {
    private final Section.Kind kind;
    private MarkdownBlock.Text block;
    private TextBox box;
    private int written;

    TextCell(ShownRow row, Section.Kind kind, MarkdownBlock.Text block) {
        super(row);
        this.kind = kind;
        this.block = block;
        this.written = block.length();
        this.box = box();
    }

    private TextBox box() {
        PanelContext context = row().context();
        boolean isData = kind == Section.Kind.DATA;
        Font font = isData ? context.codeFont() : context.font();
        TextBox made = new TextBox(context, font, isData ? Colours.muted() : Colours.textOf(row().tone()));
        made.getAccessibleContext().setAccessibleName(row().words().spoken());
        return made;
    }

    @Override
    boolean show(MarkdownBlock other) {
        if (!(other instanceof MarkdownBlock.Text text)) {
            return false;
        }
        if (!text.equals(block)) {
            block = text;
            if (hasComponent()) {
                written = box.show(text.lines());
            }
            changed();
        }
        return true;
    }

    @Override
    int estimate(int pixels) {
        return row().estimate(block.length(), pixels);
    }

    @Override
    int length() {
        return written;
    }

    @Override
    JComponent create() {
        box = box();
        addMenu(box);
        written = box.show(block.lines());
        return box;
    }

    @Override
    int measure(int pixels) {
        component();
        return box.heightAt(pixels);
    }
}
