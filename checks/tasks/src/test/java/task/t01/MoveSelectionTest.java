package task.t01;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import java.awt.Point;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.swing.undo.UndoManager;
import org.junit.jupiter.api.Test;
import task.Seen;

class MoveSelectionTest {
    private final Map<String, Point> objects =
            new HashMap<>(Map.of("a", new Point(0, 0), "b", new Point(10, 10), "c", new Point(5, 5)));
    private final Set<String> selected = new LinkedHashSet<>(List.of("a", "b"));
    private final UndoManager undo = new UndoManager();

    private static ScriptedProvider moving(int... dx) {
        ScriptedProvider model = ScriptedProvider.create();
        for (int each : dx) {
            model.callsTool("moveSelection", Map.of("dx", each, "dy", 1)).nextRound();
        }
        return model;
    }

    @Test
    void moves_the_selected_objects_alone() {
        ScriptedProvider model = moving(100).says("Moved.");
        assertEquals("Moved.", MoveSelection.ask(model, objects, selected, undo, "To the right."), "the answer");
        assertEquals(new Point(100, 1), objects.get("a"), "a selected object");
        assertEquals(new Point(110, 11), objects.get("b"), "the other selected object");
        assertEquals(new Point(5, 5), objects.get("c"), "an object that is not selected has moved");
        assertTrue(Seen.results(model).get(0).isOk(), "the model read that the tool had failed");
    }

    @Test
    void a_question_is_one_step_of_undo() {
        MoveSelection.ask(moving(100, 20, 3).says("Moved."), objects, selected, undo, "To the right.");
        assertEquals(new Point(123, 3), objects.get("a"), "after three calls");
        undo.undo();
        assertEquals(new Point(0, 0), objects.get("a"), "one undo takes back the whole question");
        assertEquals(new Point(10, 10), objects.get("b"), "one undo takes back the whole question");
        assertFalse(undo.canUndo(), "more than one step was left");
        undo.redo();
        assertEquals(new Point(123, 3), objects.get("a"), "one redo brings it again");
        assertFalse(undo.canRedo(), "more than one step was left");
    }

    @Test
    void the_next_question_is_a_step_of_its_own() {
        MoveSelection.ask(moving(100).says("Moved."), objects, selected, undo, "To the right.");
        MoveSelection.ask(moving(20).says("Moved."), objects, selected, undo, "More.");
        undo.undo();
        assertEquals(new Point(100, 1), objects.get("a"), "undo takes back the second question alone");
        undo.undo();
        assertEquals(new Point(0, 0), objects.get("a"), "and then the first");
    }

    @Test
    void the_user_selects_something_else_before_he_undoes() {
        MoveSelection.ask(moving(100).says("Moved."), objects, selected, undo, "To the right.");
        selected.clear();
        selected.add("c");
        undo.undo();
        assertEquals(new Point(0, 0), objects.get("a"), "undo of what was selected then");
        assertEquals(new Point(5, 5), objects.get("c"), "undo has moved what is selected now");
    }

    @Test
    void nothing_is_selected() {
        selected.clear();
        ScriptedProvider model = moving(100).says("Nothing is selected.");
        MoveSelection.ask(model, objects, selected, undo, "To the right.");
        String read = Seen.results(model).get(0).toJson().text();
        assertTrue(read.toLowerCase(Locale.ROOT).contains("selected"), "the model cannot know why: " + read);
        assertEquals(new Point(0, 0), objects.get("a"), "something has moved");
        assertFalse(undo.canUndo(), "an empty step was left");
    }

    @Test
    void the_model_fails_in_between() {
        ScriptedProvider model = moving(100, 20).fails(AiError.Category.AUTHENTICATION);
        Seen.assertSentence(MoveSelection.ask(model, objects, selected, undo, "To the right."));
        assertEquals(new Point(120, 2), objects.get("a"), "what was moved");
        undo.undo();
        assertEquals(new Point(0, 0), objects.get("a"), "one undo takes back what was moved");
        assertFalse(undo.canUndo(), "more than one step was left");
    }
}
