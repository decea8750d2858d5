package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Param;
import dev.plumbline.tool.Tool;
import dev.plumbline.ui.HostApplication;
import javax.swing.JComponent;

/** Step 3: the model draws. A tool is a method that it may call. */
public final class Step03 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step03(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .build();
    }

    /** What the model may do with a drawing. Tools run on the event thread, because there is a host. */
    public record DrawTools(Drawing drawing) {
        @Tool("Draws a circle and returns it with its id.")
        public Shape drawCircle(
                @Param("centre, in pixels from the left") int x,
                @Param("centre, in pixels from above") int y,
                @Param("in pixels") int radius,
                @Param("as #rrggbb") String colour) {
            Shape circle = new Shape(
                    drawing.newId(), Shape.Kind.CIRCLE, x - radius, y - radius, 2 * radius, 2 * radius, colour);
            drawing.add(circle);
            return circle;
        }
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        // Tools of one document belong to its session.
        return Step02.panel(ai.session(body, SessionOptions.none(), own -> own.addTools(new DrawTools(drawing))));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step03(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
