package dev.plumbline.views;

import javax.swing.JComponent;

/** A component whose height depends on its width, as that of wrapped text does. Used on the event dispatch thread. */
interface Stacked {
    /** Returns the component. */
    JComponent component();

    /** Returns the height that it needs at a width. */
    int heightFor(int width);
}
