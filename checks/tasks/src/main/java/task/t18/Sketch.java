package task.t18;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.Attachments;
import java.awt.image.BufferedImage;
import java.util.function.Supplier;

public final class Sketch {
    private Sketch() {}

    public static String ask(AiProvider provider, BufferedImage sketch, Supplier<BufferedImage> view, String question) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(view))
                .build()) {
            AiReturn ret = ai.send(AiBody.builder()
                    .addUser(Part.text(question), Attachments.image(sketch))
                    .build());
            return ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage();
        }
    }

    record Tools(Supplier<BufferedImage> view) {
        @Tool(value = "Returns a picture of what the user sees now.", readOnly = true)
        BufferedImage currentView() {
            BufferedImage seen = view.get();
            if (seen == null) {
                throw new ToolException("There is no view open now.");
            }
            return seen;
        }
    }
}
