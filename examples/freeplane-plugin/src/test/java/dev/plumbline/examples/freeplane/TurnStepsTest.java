package dev.plumbline.examples.freeplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.assistant.TurnUndo.State;
import java.util.ArrayList;
import java.util.List;
import org.freeplane.core.undo.IActor;
import org.freeplane.core.undo.IUndoHandler;
import org.junit.jupiter.api.Test;

/** Steps of an undo like the host's, on a list in place of a map. */
class TurnStepsTest {
    private final List<String> map = new ArrayList<>();
    private final RecordedUndo undo = new RecordedUndo();
    private final IUndoHandler host = undo.handler();
    private IUndoHandler current = host;
    private final TurnSteps steps = new TurnSteps(host, handler -> current = handler);

    @Test
    void editsOfATurn_areOneStep_whichIsTakenBackAndDoneAgain() {
        ai("t1", "a");
        ai("t1", "b", "c");
        assertThat(undo.steps()).isEqualTo(1);
        undo.undo();
        assertThat(map).isEmpty();
        undo.redo();
        assertThat(map).containsExactly("a", "b", "c");
        assertThat(current).as("the undo of the map").isSameAs(host);
    }

    @Test
    void whatTheUserDoesAtTheSameTime_isAStepOfItsOwn() {
        user("u");
        ai("t1", "a");
        user("v");
        ai("t1", "b");
        assertThat(undo.steps()).isEqualTo(4);
        undo.undo();
        assertThat(map).containsExactly("u", "a", "v");
        undo.undo();
        undo.undo();
        assertThat(map).containsExactly("u");
    }

    @Test
    void stateOfATurn_isThatOfTheHostsUndo() {
        assertThat(steps.state("t1")).isEqualTo(State.NONE);
        ai("t1", "a");
        assertThat(steps.state("t1")).isEqualTo(State.UNDO_NEXT);
        ai("t2", "b");
        assertThat(steps.state("t1")).isEqualTo(State.DONE);
        steps.undo();
        steps.undo();
        assertThat(steps.state("t1")).isEqualTo(State.REDO_NEXT);
        assertThat(steps.state("t2")).isEqualTo(State.UNDONE);
        steps.redo();
        assertThat(map).containsExactly("a");
    }

    @Test
    void nextTurn_isAStepOfItsOwn() {
        ai("t1", "a");
        ai("t2", "b");
        assertThat(undo.steps()).isEqualTo(2);
    }

    @Test
    void stepThatTheUserTookBack_getsNoMore() {
        user("u");
        ai("t1", "a");
        undo.undo();
        ai("t1", "b");
        assertThat(map).containsExactly("u", "b");
        undo.undo();
        assertThat(map).containsExactly("u");
        undo.undo();
        assertThat(map).isEmpty();
    }

    @Test
    void stepThatTheUserDidAgain_getsMore() {
        ai("t1", "a");
        undo.undo();
        undo.redo();
        ai("t1", "b");
        assertThat(undo.steps()).isEqualTo(1);
        undo.undo();
        assertThat(map).isEmpty();
    }

    @Test
    void editThatFailsInTheMiddle_canBeTakenBack() {
        assertThatThrownBy(() -> steps.edit("t1", () -> {
                    host("a");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(current).isSameAs(host);
        undo.undo();
        assertThat(map).isEmpty();
    }

    private void ai(String turn, String... words) {
        steps.edit(turn, () -> {
            List.of(words).forEach(this::host);
            return "";
        });
    }

    private void user(String word) {
        host.forceNewTransaction();
        host(word);
    }

    /** Edits as the host does: it tells the undo of the map, then does it. */
    private void host(String word) {
        IActor actor = new IActor() {
            @Override
            public void act() {
                map.add(word);
            }

            @Override
            public void undo() {
                map.remove(map.size() - 1);
            }

            @Override
            public String getDescription() {
                return word;
            }
        };
        current.addActor(actor);
        actor.act();
    }
}
