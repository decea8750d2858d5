package dev.plumbline.examples.tutorial;

import javax.swing.JComponent;

/** A plug-in of the drawing program: a component beside the paper. */
public interface DrawingPlugin extends AutoCloseable {
    /** Returns the component for a drawing. Called once, on the event thread. */
    JComponent start(Drawing drawing);

    /** Releases what the plug-in has opened. Called once, when the window is closed. */
    @Override
    void close();
}
