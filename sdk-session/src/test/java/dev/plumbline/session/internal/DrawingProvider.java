package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.List;

/** A model that does the next thing the transcript calls for: three rounds of a drawing and a look, then a word. */
final class DrawingProvider implements AiProvider {
    @Override
    public String id() {
        return "architect";
    }

    @Override
    public String defaultModel() {
        return "plan";
    }

    @Override
    public AiReturn call(AiCall call) {
        long done = call.effective().stream()
                .filter(Interaction.ToolResult.class::isInstance)
                .count();
        long asked = call.effective().stream()
                .filter(Interaction.User.class::isInstance)
                .count();
        AiReturn.Builder ret = AiReturn.builder().ids(call.ids());
        return done < 4 * asked
                ? ret.interactions(List.of(call("draw", done), call("look", done + 1)))
                        .build()
                : AiReturn.ofText("Drawn.");
    }

    private static Interaction call(String tool, long number) {
        return new Interaction.ToolCall("", tool, Json.object().with("n", number));
    }
}
