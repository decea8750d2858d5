package dev.plumbline.integration.crash;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A model that does what the last user message says: so many strokes, then an answer or a failure. */
final class DrawingModel implements AiProvider {
    private static final Pattern PLAN = Pattern.compile("strokes=(\\d+)");

    private final boolean fails;

    /** Creates a model that fails where the message says so, or one that always answers. */
    DrawingModel(boolean fails) {
        this.fails = fails;
    }

    /** Returns a message that asks for strokes. */
    static String message(int number, int strokes, boolean fails) {
        return "Message " + number + ": strokes=" + strokes + (fails ? ", then fail." : ".");
    }

    @Override
    public String id() {
        return "model";
    }

    @Override
    public String defaultModel() {
        return "plan";
    }

    @Override
    public AiReturn call(AiCall call) {
        String asked = "";
        int done = 0;
        for (Interaction item : call.effective()) {
            if (item instanceof Interaction.User user) {
                asked = user.text();
                done = 0;
            }
            done += item instanceof Interaction.ToolResult ? 1 : 0;
        }
        if (done < strokes(asked)) {
            Interaction stroke = new Interaction.ToolCall("", "stroke", Json.object());
            return AiReturn.builder().interactions(List.of(stroke)).build();
        }
        return fails && asked.contains("fail")
                ? AiReturn.failed(AiError.of(AiError.Category.INVALID_REQUEST, "script", "the message says so"))
                : AiReturn.ofText("Drawn " + done + " for: " + asked);
    }

    private static int strokes(String asked) {
        Matcher plan = PLAN.matcher(asked);
        return plan.find() ? Integer.parseInt(plan.group(1)) : 0;
    }
}
