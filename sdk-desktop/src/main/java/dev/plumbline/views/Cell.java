package dev.plumbline.views;

import java.util.List;
import javax.swing.JComponent;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a row that is laid out by itself: a head, a block of text, a question. It has no component while it is out of
 * sight. Used on the event dispatch thread.
 */
abstract class Cell {
    private final ShownRow row;
    private @Nullable JComponent component;
    private int width = -1;
    private int height;
    private int guessedAt = -1;
    private int guess;

    Cell(ShownRow row) {
        this.row = row;
    }

    /** Returns the row that it belongs to. */
    final ShownRow row() {
        return row;
    }

    /** Returns the cells to show instead of this one, which is about to be seen; empty if this one is shown itself. */
    List<Cell> opened() {
        return List.of();
    }

    /** Returns about how high it is at a width, without laying anything out. */
    abstract int estimate(int pixels);

    /** Returns the number of characters that are laid out to know its height. */
    abstract int length();

    abstract JComponent create();

    /** Lays it out and returns its height. */
    abstract int measure(int pixels);

    /** Returns whether its component is kept while it is out of sight, because a person writes in it. */
    boolean isKept() {
        return false;
    }

    final boolean hasComponent() {
        return component != null;
    }

    final JComponent component() {
        JComponent made = component;
        if (made == null) {
            made = create();
            component = made;
        }
        return made;
    }

    final void drop() {
        if (!isKept()) {
            component = null;
        }
    }

    /** Says that its height has to be found again. */
    final void changed() {
        width = -1;
        guessedAt = -1;
    }

    /** Returns whether its height at that width is known; what a person opens parts of has a new one each time. */
    final boolean isMeasured(int pixels) {
        return width == pixels && !isKept();
    }

    /** Returns its height if it was laid out at that width; else about its height. */
    final int likelyHeight(int pixels) {
        if (width == pixels) {
            return height;
        }
        if (guessedAt != pixels) {
            guess = estimate(pixels);
            guessedAt = pixels;
        }
        return guess;
    }

    final int height(int pixels) {
        if (!isMeasured(pixels)) {
            height = measure(pixels);
            width = pixels;
        }
        return height;
    }
}
