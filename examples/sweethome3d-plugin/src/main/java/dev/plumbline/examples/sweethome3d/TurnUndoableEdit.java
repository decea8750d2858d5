package dev.plumbline.examples.sweethome3d;

import java.util.ArrayList;
import java.util.List;
import javax.swing.undo.AbstractUndoableEdit;

/**
 * The edits of one turn as one undo step: posted with the first edit, so that the home counts as modified at once, and
 * taking in the later ones of the same turn. An edit of the user's in between splits the step.
 */
final class TurnUndoableEdit extends AbstractUndoableEdit {
    private static final long serialVersionUID = 1L;

    private final String turn;
    private final transient List<Change> changes = new ArrayList<>();

    TurnUndoableEdit(String turn, Change first) {
        this.turn = turn;
        changes.add(first);
    }

    @Override
    public boolean addEdit(javax.swing.undo.UndoableEdit next) {
        return next instanceof TurnUndoableEdit later
                && later.turn.equals(turn)
                && canUndo()
                && changes.addAll(later.changes);
    }

    @Override
    public void undo() {
        super.undo();
        for (int i = changes.size(); i-- > 0; ) {
            changes.get(i).undo();
        }
    }

    @Override
    public void redo() {
        super.redo();
        changes.forEach(Change::redo);
    }

    @Override
    public String getPresentationName() {
        return "AI edit";
    }

    /** One edit, made already, that can be taken back and made again any number of times. */
    interface Change {
        void undo();

        void redo();

        /** Of two actions. */
        static Change of(Runnable redo, Runnable undo) {
            return new Change() {
                @Override
                public void undo() {
                    undo.run();
                }

                @Override
                public void redo() {
                    redo.run();
                }
            };
        }
    }
}
