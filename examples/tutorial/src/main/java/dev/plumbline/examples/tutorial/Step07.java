package dev.plumbline.examples.tutorial;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.OpenAiResponses;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ChatPanel.QuestionDialog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.swing.JComponent;

/** Step 7: deleting needs the user's approval. */
public final class Step07 implements DrawingPlugin {
    private final AiRuntime ai;

    public Step07(AiProvider provider) {
        this(provider, QuestionDialog::show);
    }

    Step07(AiProvider provider, Consumer<Question> dialog) {
        ai = AiRuntime.builder()
                .addProvider(provider)
                .host(HostApplication.swing())
                .questionHandler(dialog) // without one, the answer is no
                .build();
    }

    /** A tool that is marked as destructive is asked about before each call. */
    public record DeleteTool(Drawing drawing) {
        @Tool(value = "Deletes a shape.", destructive = true)
        public void delete(String id, ToolContext call) {
            List<Shape> before = drawing.shapes();
            List<Shape> all = new ArrayList<>(before);
            if (!all.removeIf(shape -> shape.id().equals(id))) {
                throw new ToolException("There is no shape " + id + ".");
            }
            drawing.set(all);
            drawing.undo().addEdit(new Step06.TurnEdit(drawing, call.ids().turn(), before));
        }
    }

    @Override
    public JComponent start(Drawing drawing) {
        AiBody body = AiBody.builder().addSystem("You draw with the tools.").build();
        return Step02.panel(ai.session(body, SessionOptions.none(), own -> {
            own.addTools(new Step06.UndoableTools(drawing), new DeleteTool(drawing));
            own.addContext(Step05.facts(drawing));
        }));
    }

    @Override
    public void close() {
        ai.close();
    }

    public static void main(String[] args) {
        DrawingProgram.open(new Step07(OpenAiResponses.builder().apiKeyFromEnv().build()));
    }
}
