package dev.plumbline.integration.desktop;

import java.util.ArrayList;
import java.util.List;
import javax.swing.undo.UndoManager;
import javax.swing.undo.UndoableEdit;
import javax.swing.undo.UndoableEditSupport;

/** A document of the mini host: lines, and the steps by which they came. Used on the UI thread. */
public final class MiniDocument {
    private final List<String> lines = new ArrayList<>();
    private final UndoManager undo = new UndoManager();
    private final UndoableEditSupport support = new UndoableEditSupport();

    /** An empty one. */
    public MiniDocument() {
        support.addUndoableEditListener(undo);
    }

    /** The lines themselves. */
    public List<String> lines() {
        return lines;
    }

    /** Notifies the host of an edit that was made. */
    public void post(UndoableEdit edit) {
        support.postEdit(edit);
    }

    UndoManager undo() {
        return undo;
    }
}
