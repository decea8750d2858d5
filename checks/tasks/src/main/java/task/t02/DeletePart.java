package task.t02;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.function.Predicate;

public final class DeletePart {
    private DeletePart() {}

    public static String ask(AiProvider provider, List<String> parts, Predicate<String> person, String request) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(parts))
                .questionHandler(question -> answer(question.opened(), person))
                .build()) {
            return ai.send(request).text();
        }
    }

    private static void answer(Question question, Predicate<String> person) {
        String id = person.test(question.title() + "\n" + question.text()) ? "approve" : "deny";
        question.options().stream().filter(option -> option.id().equals(id)).forEach(question::answer);
    }

    record Tools(List<String> parts) {
        @Tool(value = "Lists the names of all parts.", readOnly = true)
        List<String> listParts() {
            return List.copyOf(parts);
        }

        @Tool(value = "Deletes a part.", destructive = true)
        void deletePart(String name) {
            if (!parts.remove(name)) {
                throw new ToolException("There is no part " + name + ". The parts are: " + String.join(", ", parts));
            }
        }
    }
}
