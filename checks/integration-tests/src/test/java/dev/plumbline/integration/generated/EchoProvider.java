package dev.plumbline.integration.generated;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import java.util.List;
import java.util.Optional;

/** A model that repeats what it hears, and first calls its tool twice at once when it is asked to draw. */
final class EchoProvider implements AiProvider {
    static final String DRAW = "Draw: ";

    @Override
    public String id() {
        return "listener";
    }

    @Override
    public String defaultModel() {
        return "ear";
    }

    @Override
    public AiReturn call(AiCall call) {
        List<Interaction> heard = call.effective();
        Interaction last = heard.get(heard.size() - 1);
        boolean drawn = last instanceof Interaction.ToolResult;
        Optional<String> asked = heard.stream()
                .filter(Interaction.User.class::isInstance)
                .map(user -> ((Interaction.User) user).text())
                .reduce((before, after) -> after);
        return !drawn && asked.filter(text -> text.startsWith(DRAW)).isPresent()
                ? AiReturn.builder().interactions(List.of(stroke(1), stroke(2))).build()
                : AiReturn.ofText("Heard: " + asked.orElse("nothing"));
    }

    private static Interaction stroke(int number) {
        return new Interaction.ToolCall("", "stroke", Json.object().with("number", number));
    }
}
