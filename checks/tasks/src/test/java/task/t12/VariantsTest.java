package task.t12;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import org.junit.jupiter.api.Test;

class VariantsTest {
    private static final List<String> CHANGES = List.of("With oak.", "With tiles.", "With stone.");

    /** The words of user and model in a request. */
    private static List<String> said(ScriptedProvider model, int call) {
        return model.calls().get(call).effective().stream()
                .filter(item -> item instanceof Interaction.User || item instanceof Interaction.Assistant)
                .map(Interaction::text)
                .toList();
    }

    private static ScriptedProvider model() {
        return ScriptedProvider.create().says("A plan.");
    }

    @Test
    void each_change_is_an_alternative() {
        ScriptedProvider model = model().says("Oak: 900.")
                .says("Tiles: 400.")
                .says("Stone: 300.")
                .says("Order tiles.");
        String result =
                Variants.plan(model, "A kitchen.", CHANGES, answer -> !answer.contains("900"), "What shall I order?");
        assertEquals("Order tiles.", result, "the answer to the last question");
        assertEquals(5, model.calls().size(), "how often the model was asked");
        assertEquals(List.of("A kitchen.", "A plan.", "With oak."), said(model, 1), "the first change");
        assertEquals(List.of("A kitchen.", "A plan.", "With tiles."), said(model, 2), "the second change");
        assertEquals(List.of("A kitchen.", "A plan.", "With stone."), said(model, 3), "the third change");
        assertEquals(
                List.of("A kitchen.", "A plan.", "With tiles.", "Tiles: 400.", "What shall I order?"),
                said(model, 4),
                "the last question goes on from the first good change");
    }

    @Test
    void none_is_good() {
        ScriptedProvider model = model().says("Oak: 900.")
                .says("Tiles: 400.")
                .says("Stone: 300.")
                .says("Order nothing.");
        Variants.plan(model, "A kitchen.", CHANGES, answer -> false, "What shall I order?");
        assertEquals(List.of("A kitchen.", "A plan.", "What shall I order?"), said(model, 4), "no change was taken");
    }

    @Test
    void a_failed_change_is_passed_over() {
        ScriptedProvider model = model().fails(AiError.Category.INVALID_REQUEST)
                .says("Tiles: 400.")
                .says("Stone: 300.")
                .says("Order tiles.");
        assertEquals(
                "Order tiles.",
                Variants.plan(model, "A kitchen.", CHANGES, answer -> true, "What shall I order?"),
                "the answer to the last question");
        assertEquals(
                List.of("A kitchen.", "A plan.", "With tiles.", "Tiles: 400.", "What shall I order?"),
                said(model, 4),
                "the first change that has an answer");
    }
}
