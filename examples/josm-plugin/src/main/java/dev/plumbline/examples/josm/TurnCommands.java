package dev.plumbline.examples.josm;

import dev.plumbline.assistant.TurnUndo;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.openstreetmap.josm.command.Command;
import org.openstreetmap.josm.command.SequenceCommand;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.OsmPrimitive;

/**
 * The edits of one turn as one step of the host's undo, from the first edit on: each further one takes the step back and
 * does it again with one edit more, unless the user did something in between. Used on the UI thread.
 */
final class TurnCommands implements TurnUndo {
    private final DataSet data;
    private final UndoRedoHandler host = UndoRedoHandler.getInstance();

    TurnCommands(DataSet data) {
        this.data = data;
    }

    /** Makes edits that belong to that turn. What is selected stays selected. */
    void add(String turn, List<Command> added) {
        Collection<OsmPrimitive> selected = List.copyOf(data.getAllSelected());
        List<Command> edits = added;
        if (state(turn) == State.UNDO_NEXT) {
            edits = Stream.concat(((Step) host.getLastCommand()).edits.stream(), added.stream())
                    .toList();
            host.undo();
        }
        host.add(new Step(turn, edits));
        data.setSelected(selected);
    }

    @Override
    public State state(String turn) {
        List<Command> done = host.getUndoCommands();
        List<Command> undone = host.getRedoCommands();
        if (!done.isEmpty() && isOf(turn, done.get(done.size() - 1))) {
            return State.UNDO_NEXT;
        } else if (done.stream().anyMatch(step -> isOf(turn, step))) {
            return State.DONE;
        } else if (!undone.isEmpty() && isOf(turn, undone.get(0))) {
            return State.REDO_NEXT;
        }
        return undone.stream().anyMatch(step -> isOf(turn, step)) ? State.UNDONE : State.NONE;
    }

    private static boolean isOf(String turn, Command step) {
        return step instanceof Step own && own.turn.equals(turn);
    }

    @Override
    public void undo() {
        host.undo();
    }

    @Override
    public void redo() {
        host.redo();
    }

    /** The edits of a turn. */
    private static final class Step extends SequenceCommand {
        private final String turn;
        private final List<Command> edits;

        Step(String turn, List<Command> edits) {
            super("AI edit", edits);
            this.turn = turn;
            this.edits = List.copyOf(edits);
        }
    }
}
