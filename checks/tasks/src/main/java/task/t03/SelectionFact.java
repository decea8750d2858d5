package task.t03;

import dev.plumbline.body.AiBody;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import java.util.List;
import java.util.function.Supplier;

public final class SelectionFact {
    private SelectionFact() {}

    public static List<String> talk(AiProvider provider, Supplier<List<String>> selection, List<String> questions) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addContext("selection", selection::get)
                .build()) {
            ConversationSession session = ai.session(
                    AiBody.builder().addSystem("You help with a drawing.").build());
            return questions.stream()
                    .map(question -> session.send(question).text())
                    .toList();
        }
    }
}
