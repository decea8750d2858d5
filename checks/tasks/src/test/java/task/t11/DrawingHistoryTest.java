package task.t11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import task.Seen;

class DrawingHistoryTest {
    @TempDir
    Path folder;

    @Test
    void goes_on_after_a_restart() {
        ScriptedProvider model =
                ScriptedProvider.create().says("One.").says("Two.").says("Three.");
        try (DrawingHistory history = new DrawingHistory(model, folder)) {
            assertEquals("One.", history.ask("kitchen7", "How large?"), "the answer");
            assertEquals("Two.", history.ask("garage", "How high?"), "the answer about another drawing");
        }
        try (DrawingHistory history = new DrawingHistory(model, folder)) {
            assertEquals(Set.of("kitchen7", "garage"), history.drawings(), "the drawings after a restart");
            assertEquals(List.of("user: How large?", "model: One."), history.read("kitchen7"), "what was said");
            assertEquals("Three.", history.ask("kitchen7", "And now?"), "the answer after a restart");
            assertEquals(
                    List.of("user: How large?", "model: One.", "user: And now?", "model: Three."),
                    history.read("kitchen7"),
                    "what was said since");
            assertEquals(List.of("user: How high?", "model: Two."), history.read("garage"), "the other drawing");
        }
        String sent = Seen.sent(model, 2);
        assertTrue(sent.contains("How large?") && sent.contains("One."), "the model has forgotten: " + sent);
        assertFalse(sent.contains("How high?") || sent.contains("Two."), "another drawing is in it: " + sent);
    }

    @Test
    void goes_on_without_a_restart() {
        ScriptedProvider model =
                ScriptedProvider.create().says("One.").says("Two.").says("Three.");
        try (DrawingHistory history = new DrawingHistory(model, folder)) {
            history.ask("kitchen7", "How large?");
            history.read("kitchen7");
            history.ask("garage", "How high?");
            assertEquals("Three.", history.ask("kitchen7", "And now?"), "the second answer");
        }
        assertTrue(Seen.sent(model, 2).contains("One."), "the model has forgotten");
    }

    @Test
    void an_unknown_drawing_is_empty() {
        try (DrawingHistory history = new DrawingHistory(ScriptedProvider.create(), folder)) {
            assertEquals(List.of(), history.read("garage"), "nothing was said");
            assertEquals(Set.of(), history.drawings(), "reading has begun a conversation");
        }
    }

    @Test
    void a_failed_question_leaves_nothing() {
        ScriptedProvider model = ScriptedProvider.create()
                .says("One.")
                .fails(AiError.Category.AUTHENTICATION)
                .says("Two.");
        try (DrawingHistory history = new DrawingHistory(model, folder)) {
            history.ask("garage", "How large?");
            Seen.assertSentence(history.ask("garage", "How high?"));
            assertEquals(List.of("user: How large?", "model: One."), history.read("garage"), "after a failure");
            assertEquals("Two.", history.ask("garage", "How long?"), "the question after it");
        }
    }
}
