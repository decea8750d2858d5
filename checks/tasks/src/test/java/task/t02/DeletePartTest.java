package task.t02;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import task.Seen;

class DeletePartTest {
    private final List<String> parts = new ArrayList<>(List.of("north-beam", "south-beam", "roof-tile"));
    private final List<String> asked = new ArrayList<>();

    private Predicate<String> saying(String yesTo) {
        return text -> {
            asked.add(text);
            return text.contains(yesTo);
        };
    }

    @Test
    void deletes_after_a_yes() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("deletePart", Map.of("name", "roof-tile"))
                .says("Deleted.");
        assertEquals("Deleted.", DeletePart.ask(model, parts, saying("roof-tile"), "Delete the tile."), "the answer");
        assertEquals(List.of("north-beam", "south-beam"), parts, "the parts after a yes");
        assertEquals(1, asked.size(), "how often the person was asked");
        assertTrue(asked.get(0).contains("roof-tile"), "the person cannot know what is deleted: " + asked);
        assertTrue(Seen.results(model).get(0).isOk(), "the model read that the tool had failed");
    }

    @Test
    void a_no_leaves_the_part() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("deletePart", Map.of("name", "roof-tile"))
                .says("No.");
        assertEquals("No.", DeletePart.ask(model, parts, saying("nothing"), "Delete the tile."), "the answer");
        assertEquals(3, parts.size(), "a part was deleted after a no");
        Seen.refusal(Seen.results(model).get(0));
    }

    @Test
    void looking_asks_nobody() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("listParts", Map.of()).says("Three.");
        DeletePart.ask(model, parts, saying("nothing"), "Which parts?");
        assertEquals(List.of(), asked, "the person was asked before the model looked");
        String read = Seen.results(model).get(0).toJson().text();
        parts.forEach(part -> assertTrue(read.contains(part), "the model does not see " + part + ": " + read));
    }

    @Test
    void each_call_is_asked_about() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("deletePart", Map.of("name", "north-beam"))
                .callsTool("deletePart", Map.of("name", "south-beam"))
                .nextRound()
                .callsTool("deletePart", Map.of("name", "roof-tile"))
                .says("Done.");
        DeletePart.ask(model, parts, saying("south-beam"), "Delete all.");
        assertEquals(3, asked.size(), "how often the person was asked");
        assertEquals(List.of("north-beam", "roof-tile"), parts, "the parts after one yes and two no");
        List<Boolean> read =
                Seen.results(model).stream().map(ToolEnvelope::isOk).toList();
        assertEquals(List.of(false, true, false), read, "which calls the model believes to have worked");
    }

    @Test
    void a_wrong_name_is_answered_with_the_right_ones() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("deletePart", Map.of("name", "west-beam"))
                .says("Sorry.");
        DeletePart.ask(model, parts, saying("west-beam"), "Delete the west beam.");
        assertEquals(3, parts.size(), "a part was deleted");
        String read = Seen.results(model).get(0).toJson().text();
        parts.forEach(part -> assertTrue(read.contains(part), "the model cannot correct itself: " + read));
    }
}
