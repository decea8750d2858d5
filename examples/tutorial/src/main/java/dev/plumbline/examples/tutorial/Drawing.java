package dev.plumbline.examples.tutorial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.swing.undo.UndoManager;

/** The document of the drawing program: shapes in order, and the edits that can be undone. Used on the event thread. */
public final class Drawing {
    /** The width of the paper in pixels. */
    public static final int WIDTH = 400;

    /** The height of the paper in pixels. */
    public static final int HEIGHT = 300;

    private final UndoManager undo = new UndoManager();
    private final List<Runnable> listeners = new ArrayList<>();
    private List<Shape> shapes = List.of();
    private String paper = "#ffffff";
    private int revision;
    private int lastId;

    /** Returns the shapes, the lowest first; unmodifiable. */
    public List<Shape> shapes() {
        return shapes;
    }

    /** Returns the shape with that id. */
    public Optional<Shape> find(String id) {
        return shapes.stream().filter(shape -> shape.id().equals(id)).findFirst();
    }

    /** Returns an id that no shape has had. */
    public String newId() {
        return "s" + ++lastId;
    }

    /** Replaces all shapes. An undo step is the caller's matter: see {@link #undo()}. */
    public void set(List<Shape> all) {
        shapes = List.copyOf(all);
        changed();
    }

    /** Adds a shape on top of the others. */
    public void add(Shape shape) {
        List<Shape> all = new ArrayList<>(shapes);
        all.add(shape);
        set(all);
    }

    /** Returns the colour of the paper as {@code #rrggbb}. */
    public String paper() {
        return paper;
    }

    /** Sets the colour of the paper as {@code #rrggbb}. */
    public void setPaper(String colour) {
        paper = colour;
        changed();
    }

    /** Returns a number that grows with each change. */
    public int revision() {
        return revision;
    }

    /** Returns the edits that can be undone. */
    public UndoManager undo() {
        return undo;
    }

    /** Calls a listener after each change. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private void changed() {
        revision++;
        listeners.forEach(Runnable::run);
    }
}
