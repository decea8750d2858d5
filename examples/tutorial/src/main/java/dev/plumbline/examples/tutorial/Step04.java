package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.HostApplication;
import java.util.List;
import java.util.Optional;
import javax.swing.JComponent;

/** Step 4: tools that say what is wrong, so that the model corrects itself. */
public final class Step04 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step04(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .build();
    }

    /** The argument of a tool may be a record. A missing height is that of a square. */
    public record Sketch(
            Shape.Kind kind, // the schema allows the constants only
            @Param("left edge in pixels") int x,
            @Param("upper edge in pixels") int y,
            @Param("in pixels") int width,
            @Param("in pixels; the width if absent") Optional<Integer> height,
            @Param("as #rrggbb") String colour) {}

    /** Tools that check what they are given. The message of a ToolException is for the model. */
    public record CheckedTools(Drawing drawing) {
        @Tool("Draws a shape and returns it with its id.")
        public Shape draw(Sketch sketch) {
            int height = sketch.height().orElse(sketch.width());
            if (sketch.x() < 0
                    || sketch.y() < 0
                    || sketch.width() < 1
                    || height < 1
                    || sketch.x() + sketch.width() > Drawing.WIDTH
                    || sketch.y() + height > Drawing.HEIGHT) {
                throw new ToolException("The paper has " + Drawing.WIDTH + " x " + Drawing.HEIGHT
                        + " pixels, and the shape does not fit on it.");
            }
            if (!sketch.colour().matches("#[0-9a-fA-F]{6}")) {
                throw new ToolException("A colour is # and six hexadecimal digits, e.g. #ff8800.");
            }
            Shape shape = new Shape(
                    drawing.newId(), sketch.kind(), sketch.x(), sketch.y(), sketch.width(), height, sketch.colour());
            drawing.add(shape);
            return shape;
        }

        @Tool(value = "Lists all shapes, the lowest first.", readOnly = true)
        public List<Shape> shapes() {
            return drawing.shapes();
        }
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        return Step02.panel(ai.session(body, SessionOptions.none(), own -> own.addTools(new CheckedTools(drawing))));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step04(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
