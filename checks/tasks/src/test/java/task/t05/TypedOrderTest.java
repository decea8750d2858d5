package task.t05;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import task.Seen;
import task.t05.TypedOrder.Item;
import task.t05.TypedOrder.Order;

class TypedOrderTest {
    private static final String RIGHT =
            "{\"customer\":\"Berg\",\"items\":[{\"article\":\"tile\",\"pieces\":40},{\"article\":\"beam\",\"pieces\":2}]}";
    private static final Optional<Order> ORDER =
            Optional.of(new Order("Berg", List.of(new Item("tile", 40), new Item("beam", 2))));

    private static String pieces(String number) {
        return "{\"customer\":\"Berg\",\"items\":[{\"article\":\"tile\",\"pieces\":" + number + "}]}";
    }

    /** What the second request says after the first answer, or all of it if it does not repeat that answer. */
    private static String complaint(ScriptedProvider model) {
        List<Interaction> items = model.calls().get(1).effective();
        int answer = items.size();
        while (answer > 0 && !(items.get(answer - 1) instanceof Interaction.Assistant)) {
            answer--;
        }
        return Seen.text(items.subList(answer, items.size()));
    }

    @Test
    void reads_an_order() {
        ScriptedProvider model = ScriptedProvider.create().says(RIGHT);
        assertEquals(ORDER, TypedOrder.read(model, "Forty tiles, two beams. Berg"), "the order");
        assertTrue(Seen.sent(model, 0).contains("Forty tiles"), "the letter was not sent");
    }

    @Test
    void no_pieces_are_no_order() {
        for (String number : List.of("0", "-3")) {
            ScriptedProvider model =
                    ScriptedProvider.create().says(pieces(number)).says(RIGHT);
            assertEquals(ORDER, TypedOrder.read(model, "Tiles."), "the second answer, after one with " + number);
            assertTrue(complaint(model).contains("pieces"), "the model cannot know what was wrong");
        }
    }

    @Test
    void words_are_no_order() {
        ScriptedProvider model =
                ScriptedProvider.create().says("I would say forty tiles.").says(RIGHT);
        assertEquals(ORDER, TypedOrder.read(model, "Tiles."), "the second answer");
    }

    @Test
    void it_is_never_right() {
        ScriptedProvider model =
                ScriptedProvider.create().says(pieces("0")).says(pieces("-1")).repeats();
        assertEquals(Optional.empty(), TypedOrder.read(model, "Nothing today."), "a letter without an order");
        assertTrue(
                model.calls().size() <= 6,
                "the model was asked " + model.calls().size() + " times");
    }

    @Test
    void the_service_does_not_answer() {
        ScriptedProvider model = ScriptedProvider.create().fails(AiError.Category.AUTHENTICATION);
        IllegalStateException failed =
                assertThrows(IllegalStateException.class, () -> TypedOrder.read(model, "Tiles."), "a wrong key");
        Seen.assertSentence(failed.getMessage());
    }
}
