package dev.plumbline.assistant;

import java.util.ArrayList;
import java.util.List;
import javax.swing.UIManager;
import javax.swing.undo.CannotRedoException;
import javax.swing.undo.CannotUndoException;
import javax.swing.undo.UndoableEdit;
import javax.swing.undo.UndoableEditSupport;
import org.jspecify.annotations.Nullable;

/**
 * The edits of the turns of one document in a host with edits of Swing: one undo step for each turn. The step is posted with the
 * first edit of its turn, so that the document counts as modified at once, and takes in the later ones. An edit of the user in
 * between splits the step. Used on the UI thread.
 */
public final class TurnEdits implements TurnUndo {
    /** The steps that were posted, oldest first; one without a turn stands for edits of the user. */
    private final List<Step> steps = new ArrayList<>();

    private final UndoableEditSupport host;
    private final String name;
    private final Runnable undo;
    private final Runnable redo;

    private TurnEdits(UndoableEditSupport host, String name, Runnable undo, Runnable redo) {
        this.host = host;
        this.name = name;
        this.undo = undo;
        this.redo = redo;
        host.addUndoableEditListener(posted -> posted(posted.getEdit()));
    }

    /**
     * Returns the edits of a document.
     *
     * @param host takes the edits, those of the user as well
     * @param name the name of a step, for people
     * @param undo undoes one step of the host, as its menu does
     * @param redo redoes one
     */
    public static TurnEdits of(UndoableEditSupport host, String name, Runnable undo, Runnable redo) {
        return new TurnEdits(host, name, undo, redo);
    }

    /**
     * Posts an edit that was made in a turn.
     *
     * @param undo takes it back, any number of times
     * @param redo makes it again after that
     */
    public void add(String turn, Runnable undo, Runnable redo) {
        host.postEdit(new Step(turn, name, new Part(undo, redo)));
    }

    private void posted(UndoableEdit edit) {
        steps.removeIf(step -> step.turn != null && !step.canUndo()); // a new edit ends what could be redone
        Step last = steps.isEmpty() ? null : steps.get(steps.size() - 1);
        if (edit instanceof Step own) {
            if (last == null || !last.parts.containsAll(own.parts)) { // else the host has let the last one take it in
                steps.add(own);
            }
        } else if (last == null || last.turn != null) {
            steps.add(new Step(null, "", new Part(() -> {}, () -> {})));
        }
    }

    @Override
    public List<String> done() {
        return turns(false);
    }

    @Override
    public List<String> undone() {
        return turns(true);
    }

    private List<String> turns(boolean undone) {
        return steps.stream()
                .filter(step -> isUndone(step) == undone)
                .map(step -> step.turn == null ? "" : step.turn)
                .toList();
    }

    private static boolean isUndone(Step step) {
        return step.turn != null && !step.canUndo();
    }

    @Override
    public void undo() {
        undo.run();
    }

    @Override
    public void redo() {
        redo.run();
    }

    /** One edit. */
    private record Part(Runnable undo, Runnable redo) {}

    /** The edits of one turn that follow each other. */
    private static final class Step implements UndoableEdit {
        private final @Nullable String turn;
        private final String name;
        private final List<Part> parts = new ArrayList<>();
        private boolean isDone = true;
        private boolean isAlive = true;

        Step(@Nullable String turn, String name, Part first) {
            this.turn = turn;
            this.name = name;
            parts.add(first);
        }

        @Override
        public boolean addEdit(UndoableEdit next) {
            return next instanceof Step later
                    && turn != null
                    && turn.equals(later.turn)
                    && canUndo()
                    && parts.addAll(later.parts);
        }

        @Override
        public boolean replaceEdit(UndoableEdit earlier) {
            return false;
        }

        @Override
        public boolean canUndo() {
            return isAlive && isDone;
        }

        @Override
        public boolean canRedo() {
            return isAlive && !isDone;
        }

        @Override
        public void undo() {
            if (!canUndo()) {
                throw new CannotUndoException();
            }
            isDone = false;
            for (int i = parts.size(); i-- > 0; ) {
                parts.get(i).undo.run();
            }
        }

        @Override
        public void redo() {
            if (!canRedo()) {
                throw new CannotRedoException();
            }
            isDone = true;
            parts.forEach(part -> part.redo.run());
        }

        @Override
        public void die() {
            isAlive = false;
        }

        @Override
        public boolean isSignificant() {
            return true;
        }

        @Override
        public String getPresentationName() {
            return name;
        }

        @Override
        public String getUndoPresentationName() {
            return UIManager.getString("AbstractUndoableEdit.undoText") + " " + name;
        }

        @Override
        public String getRedoPresentationName() {
            return UIManager.getString("AbstractUndoableEdit.redoText") + " " + name;
        }
    }
}
