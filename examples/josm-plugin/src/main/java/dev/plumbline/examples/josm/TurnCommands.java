package dev.plumbline.examples.josm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openstreetmap.josm.command.Command;
import org.openstreetmap.josm.command.SequenceCommand;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.OsmPrimitive;

/**
 * The edits of one turn as one step of the host's undo, from the first edit on: each further one takes the step back and
 * does it again with one edit more, unless the user did something in between. Used on the UI thread.
 */
final class TurnCommands {
    private final DataSet data;
    private final List<Command> edits = new ArrayList<>();
    private String turn = "";
    private Optional<Command> step = Optional.empty();

    TurnCommands(DataSet data) {
        this.data = data;
    }

    /** Makes edits that belong to that turn. What is selected stays selected. */
    void add(String now, List<Command> added) {
        UndoRedoHandler undo = UndoRedoHandler.getInstance();
        Collection<OsmPrimitive> selected = List.copyOf(data.getAllSelected());
        if (turn.equals(now) && undo.hasUndoCommands() && isStep(undo.getLastCommand())) {
            undo.undo();
        } else {
            edits.clear();
        }
        turn = now;
        edits.addAll(added);
        Command whole = new SequenceCommand("AI edit", List.copyOf(edits));
        step = Optional.of(whole);
        undo.add(whole);
        data.setSelected(selected);
    }

    @SuppressWarnings("ReferenceEquality") // this very one: another turn may have drawn the same
    private boolean isStep(Command last) {
        return step.filter(own -> own == last).isPresent();
    }
}
