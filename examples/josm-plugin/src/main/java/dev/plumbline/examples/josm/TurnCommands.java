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
    public List<String> done() {
        return turns(host.getUndoCommands());
    }

    @Override
    public List<String> undone() {
        return turns(host.getRedoCommands());
    }

    private static List<String> turns(List<Command> steps) {
        return steps.stream()
                .map(step -> step instanceof Step own ? own.turn : "")
                .toList();
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
