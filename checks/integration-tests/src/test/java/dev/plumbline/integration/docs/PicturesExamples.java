package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.json.Json;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.Tool;
import dev.plumbline.ui.Attachments;
import java.awt.Component;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.Icon;
import javax.swing.ImageIcon;

/** The programs of docs/pictures.md, compiled; a test sees to it that they are the same. */
final class PicturesExamples {

    private PicturesExamples() {}

    static AiReturn look(AiRuntime ai, Path sketch) {
        AiBody body = AiBody.builder()
                .addUser(Part.text("What is on this sketch?"), Attachments.read(sketch))
                .build();
        return ai.send(body);
    }

    static AiReturn lookAgain(ConversationSession session, BufferedImage drawing) {
        return session.send(Part.text("And how does it look now?"), Attachments.image(drawing));
    }

    static AiReturn compare(ConversationSession session, Path plan, Path list) {
        return session.send(
                Part.text("Does the list have every wall of the plan?"),
                Attachments.read(plan), // a PDF
                Attachments.read(list)); // a CSV: it is sent as text under its name
    }

    static final class ViewTools {
        private final Component drawing;

        ViewTools(Component drawing) {
            this.drawing = drawing;
        }

        @Tool(value = "Returns a picture of the drawing as the user sees it.", readOnly = true)
        BufferedImage picture() {
            BufferedImage picture =
                    new BufferedImage(drawing.getWidth(), drawing.getHeight(), BufferedImage.TYPE_INT_RGB);
            Graphics2D pen = picture.createGraphics();
            drawing.paint(pen);
            pen.dispose();
            return picture;
        }
    }

    static List<Blob> draw(AiRuntime gemini, String what) {
        Json both = Json.object().with("responseModalities", Json.of(List.of("TEXT", "IMAGE")));
        ModelOptions pictures =
                ModelOptions.builder().addRaw("generationConfig", both).build();
        return gemini.send("Draw " + what, SessionOptions.ofModel(pictures))
                .orThrow()
                .images();
    }

    static List<Blob> drawWithOpenAi(AiRuntime openAi, String what) {
        ModelOptions pictures = ModelOptions.builder()
                .addExtra(OpenAiResponses.SERVER_TOOLS, Json.parse("[{\"type\":\"image_generation\"}]"))
                .build();
        return openAi.send("Draw " + what, SessionOptions.ofModel(pictures))
                .orThrow()
                .images();
    }

    static Icon icon(Blob image) throws IOException {
        return new ImageIcon(ImageIO.read(image.open()));
    }
}
