package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.util.Map;
import javax.swing.JComponent;

/** Step 5: the model knows the drawing. A fact is read again for each turn. */
public final class Step05 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step05(AiProvider provider) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .build();
    }

    /** Returns the facts about a drawing for the model. They are read on the event thread. */
    static ContextSource facts(Drawing drawing) {
        return ContextSource.of(
                        "drawing",
                        () -> Map.of(
                                "paper",
                                Drawing.WIDTH + " x " + Drawing.HEIGHT + " pixels",
                                "shapes",
                                drawing.shapes()))
                .withAffinity(ThreadAffinity.UI_THREAD);
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        return Step02.panel(ai.session(body, SessionOptions.none(), own -> {
            own.addTools(new Step04.CheckedTools(drawing));
            own.addContext(facts(drawing));
        }));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step05(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
