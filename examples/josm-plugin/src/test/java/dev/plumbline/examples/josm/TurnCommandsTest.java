package dev.plumbline.examples.josm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.assistant.TurnUndo.State;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openstreetmap.josm.command.AddCommand;
import org.openstreetmap.josm.command.ChangePropertyCommand;
import org.openstreetmap.josm.command.Command;
import org.openstreetmap.josm.data.UndoRedoHandler;
import org.openstreetmap.josm.data.coor.LatLon;
import org.openstreetmap.josm.data.osm.DataSet;
import org.openstreetmap.josm.data.osm.Node;

/** Steps of the host's undo, without a screen. */
class TurnCommandsTest {
    private final DataSet data = new DataSet();
    private final TurnCommands turn = new TurnCommands(data);
    private final UndoRedoHandler undo = UndoRedoHandler.getInstance();

    @BeforeEach
    void host() {
        JosmFixture.begin();
    }

    @Test
    @Tag("D11")
    void editsOfATurn_areOneStep_unlessTheUserDrewInBetween() {
        turn.add("t1", List.of(node(48.1)));
        turn.add("t1", List.of(node(48.2), node(48.3)));
        assertThat(undo.getUndoCommands()).hasSize(1);
        assertThat(data.getNodes()).hasSize(3);
        undo.add(node(48.4));
        turn.add("t1", List.of(node(48.5)));
        assertThat(undo.getUndoCommands()).hasSize(3);
        undo.undo(2);
        assertThat(data.getNodes()).hasSize(3);
        undo.undo();
        assertThat(data.getNodes()).isEmpty();
        undo.redo(3);
        assertThat(data.getNodes()).hasSize(5);
    }

    @Test
    void editsOfTheNextTurn_areAStepOfTheirOwn() {
        turn.add("t1", List.of(node(48.1)));
        turn.add("t2", List.of(node(48.2)));
        assertThat(undo.getUndoCommands()).hasSize(2);
    }

    @Test
    void stepThatTheUserTookBack_isNotTakenBackAgain() {
        undo.add(node(48.0));
        turn.add("t1", List.of(node(48.1)));
        undo.undo();
        turn.add("t1", List.of(node(48.2)));
        assertThat(data.getNodes()).extracting(Node::lat).containsExactlyInAnyOrder(48.0, 48.2);
        assertThat(undo.getUndoCommands()).hasSize(2);
    }

    @Test
    void tagsOfWhatTheTurnDrew_stay_andWhatIsSelectedStaysSelected() {
        Node bench = new Node(new LatLon(48.1, 11.5));
        turn.add("t1", List.of(new AddCommand(data, bench)));
        data.setSelected(bench);
        turn.add("t1", List.of(new ChangePropertyCommand(bench, "amenity", "bench")));
        turn.add("t1", List.of(node(48.2)));
        assertThat(data.getAllSelected()).containsExactly(bench);
        assertThat(bench.get("amenity")).isEqualTo("bench");
        assertThat(undo.getUndoCommands()).hasSize(1);
        undo.undo();
        assertThat(data.getNodes()).isEmpty();
        undo.redo();
        assertThat(data.getPrimitiveById(bench).get("amenity")).isEqualTo("bench");
    }

    @Test
    @Tag("D11")
    void stateOfATurn_isThatOfTheHostsUndo() {
        assertThat(turn.state("t1")).isEqualTo(State.NONE);
        turn.add("t1", List.of(node(48.1)));
        assertThat(turn.state("t1")).isEqualTo(State.UNDO_NEXT);
        turn.add("t2", List.of(node(48.2)));
        assertThat(turn.state("t1")).isEqualTo(State.DONE);
        turn.undo();
        turn.undo();
        assertThat(turn.state("t1")).isEqualTo(State.REDO_NEXT);
        assertThat(turn.state("t2")).isEqualTo(State.UNDONE);
        turn.redo();
        assertThat(data.getNodes()).hasSize(1);
    }

    private Command node(double latitude) {
        return new AddCommand(data, new Node(new LatLon(latitude, 11.5)));
    }
}
