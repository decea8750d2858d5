package task.t18;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.event.AiError;
import dev.plumbline.testkit.ScriptedProvider;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import task.Seen;

class SketchTest {
    private static BufferedImage image(int width, int height) {
        return new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    private static BufferedImage only(List<Part> parts, String where) throws IOException {
        List<Part.Image> images = parts.stream()
                .filter(Part.Image.class::isInstance)
                .map(Part.Image.class::cast)
                .toList();
        assertEquals(1, images.size(), "pictures in " + where);
        return Objects.requireNonNull(ImageIO.read(images.get(0).blob().open()), "a picture that nobody can read");
    }

    private static List<Part> userParts(ScriptedProvider model) {
        return model.calls().get(0).effective().stream()
                .filter(Interaction.User.class::isInstance)
                .flatMap(item -> ((Interaction.User) item).parts().stream())
                .toList();
    }

    @Test
    void sends_the_picture_with_the_question() throws IOException {
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        assertEquals("A wall.", Sketch.ask(model, image(300, 200), () -> image(1, 1), "What is it?"), "the answer");
        assertTrue(Seen.sent(model, 0).contains("What is it?"), "the question is missing");
        BufferedImage sent = only(userParts(model), "the question");
        assertEquals(300, sent.getWidth(), "the width of the picture");
        assertEquals(200, sent.getHeight(), "the height of the picture");
    }

    @Test
    void a_large_scan_is_sent_smaller() throws IOException {
        ScriptedProvider model = ScriptedProvider.create().says("A wall.");
        assertEquals("A wall.", Sketch.ask(model, image(12_000, 600), () -> image(1, 1), "What is it?"), "the answer");
        BufferedImage sent = only(userParts(model), "the question");
        assertTrue(sent.getWidth() <= 8_000, "the service refuses a width of " + sent.getWidth());
        assertTrue(sent.getWidth() >= 1_000, "nobody can see anything in a width of " + sent.getWidth());
        assertEquals(20, sent.getWidth() / (double) sent.getHeight(), 0.5, "width by height");
    }

    @Test
    void the_model_looks() throws IOException {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("currentView", Map.of()).says("A roof.");
        assertEquals("A roof.", Sketch.ask(model, image(30, 20), () -> image(64, 48), "And now?"), "the answer");
        BufferedImage seen = only(Seen.results(model).get(0).parts(), "the result of the tool");
        assertEquals(64, seen.getWidth(), "the width of the view");
        assertEquals(48, seen.getHeight(), "the height of the view");
    }

    @Test
    void there_is_no_view() {
        ScriptedProvider model =
                ScriptedProvider.create().callsTool("currentView", Map.of()).says("Nothing.");
        Sketch.ask(model, image(30, 20), () -> null, "And now?");
        String read = Seen.results(model).get(0).toJson().text();
        assertTrue(read.contains("no view"), "the model cannot know why: " + read);
    }

    @Test
    void the_service_fails() {
        ScriptedProvider model = ScriptedProvider.create().fails(AiError.Category.AUTHENTICATION);
        Seen.assertSentence(Sketch.ask(model, image(30, 20), () -> image(1, 1), "What is it?"));
    }
}
