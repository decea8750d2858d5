package task.t03;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import task.Seen;

class SelectionFactTest {
    private static final List<String> QUESTIONS = List.of("What is it?", "And this?", "And now?");

    private final AtomicReference<List<String>> selection = new AtomicReference<>(List.of("wall-7", "wall-8"));
    private final ScriptedProvider model =
            ScriptedProvider.create().says("One.").says("Two.").says("Three.");

    /** The user selects a beam after the first answer, and nothing after the second. */
    private List<String> talk() {
        return SelectionFact.talk(
                Seen.before(model, () -> selection.set(List.of("beam-3")), () -> selection.set(List.of()), () -> {}),
                selection::get,
                QUESTIONS);
    }

    /** What was sent with a request after an answer. */
    private List<Interaction> after(int call, String answer) {
        return model.calls().get(call).effective().stream()
                .dropWhile(item -> !(item instanceof Interaction.Assistant said
                        && said.text().equals(answer)))
                .skip(1)
                .toList();
    }

    @Test
    void answers_in_one_conversation() {
        assertEquals(List.of("One.", "Two.", "Three."), talk(), "the answers");
        assertTrue(Seen.sent(model, 2).contains("What is it?"), "the third request lacks the first question");
        assertTrue(Seen.sent(model, 2).contains("Two."), "the third request lacks the second answer");
    }

    @Test
    void the_model_knows_the_selection_of_each_question() {
        talk();
        assertTrue(Seen.sent(model, 0).contains("wall-7"), "the first request lacks the selection");
        assertTrue(Seen.sent(model, 0).contains("wall-8"), "the first request lacks a part of the selection");
        assertTrue(Seen.sent(model, 1).contains("beam-3"), "the second request lacks the new selection");
        String second = Seen.text(after(1, "One."));
        assertTrue(second.contains("beam-3"), "the new selection does not belong to the second question");
        assertFalse(second.contains("wall-7"), "an old selection is sent as the present one");
    }

    @Test
    void the_model_knows_that_nothing_is_selected() {
        talk();
        List<Interaction> third = after(2, "Two.");
        assertFalse(Seen.text(third).contains("beam-3"), "an old selection is sent as the present one");
        assertTrue(third.size() > 1, "nothing says that the selection is empty now: " + Seen.text(third));
    }

    @Test
    void the_words_of_the_user_stay_as_they_are() {
        talk();
        List<String> said = model.calls().get(2).effective().stream()
                .filter(Interaction.User.class::isInstance)
                .map(Interaction::text)
                .toList();
        assertEquals(QUESTIONS, said, "the questions that were sent");
    }

    @Test
    void the_instructions_stay_the_same() {
        talk();
        List<List<String>> instructions = model.calls().stream()
                .map(call -> call.effective().stream()
                        .takeWhile(item -> !(item instanceof Interaction.User))
                        .filter(Interaction.System.class::isInstance)
                        .map(Interaction::text)
                        .toList())
                .toList();
        assertEquals(instructions.get(0), instructions.get(1), "the instructions of the second request");
        assertEquals(instructions.get(0), instructions.get(2), "the instructions of the third request");
    }
}
