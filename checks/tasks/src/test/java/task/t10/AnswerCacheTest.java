package task.t10;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import task.Seen;

class AnswerCacheTest {
    @TempDir
    Path folder;

    private final ScriptedProvider model =
            ScriptedProvider.create().says("One.").says("Two.").says("Three.");

    private String ask(String drawing, String question) {
        return AnswerCache.ask(model, folder, () -> drawing, question);
    }

    @Test
    void the_same_question_is_asked_once() {
        assertEquals("One.", ask("a square of 4 m", "How large is it?"), "the answer");
        assertEquals("One.", ask("a square of 4 m", "How large is it?"), "the answer after a start");
        assertEquals(1, model.calls().size(), "how often the model was asked");
        assertTrue(Seen.sent(model, 0).contains("a square of 4 m"), "the model does not know the drawing");
    }

    @Test
    void another_question_and_another_drawing_are_new() {
        assertEquals("One.", ask("a square of 4 m", "How large is it?"), "the answer");
        assertEquals("Two.", ask("a square of 5 m", "How large is it?"), "the drawing has changed");
        assertEquals("Three.", ask("a square of 5 m", "How long is it?"), "another question");
        assertEquals("One.", ask("a square of 4 m", "How large is it?"), "the drawing is what it was");
        assertTrue(Seen.sent(model, 1).contains("a square of 5 m"), "the model does not know the new drawing");
    }

    @Test
    void a_failure_is_not_kept() {
        ScriptedProvider failing =
                ScriptedProvider.create().fails(AiError.Category.AUTHENTICATION).says("One.");
        Seen.assertSentence(AnswerCache.ask(failing, folder, () -> "a square", "How large is it?"));
        assertEquals("One.", AnswerCache.ask(failing, folder, () -> "a square", "How large is it?"), "after a failure");
    }

    @Test
    void damaged_files_do_no_harm() throws IOException {
        ask("a square", "How large is it?");
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Files.writeString(file, "not an answer");
        }
        assertEquals("Two.", ask("a square", "How large is it?"), "asked again");
        assertEquals("Two.", ask("a square", "How large is it?"), "and kept");
    }
}
