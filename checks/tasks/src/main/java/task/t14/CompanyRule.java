package task.t14;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.Policy;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

public final class CompanyRule {
    private static final String CODE = "company-rule";

    private CompanyRule() {}

    public static String ask(
            AiProvider provider,
            List<String> secret,
            UnaryOperator<String> notes,
            Consumer<String> audit,
            String question) {
        Policy rule = (call, next) -> {
            Optional<String> found = secret.stream()
                    .filter(word -> lower(sent(call)).contains(lower(word)))
                    .findFirst();
            audit.accept(found.map(word -> "refused: " + word).orElse("sent"));
            return found.map(word -> AiReturn.failed(AiError.of(
                            AiError.Category.POLICY_DENIED, CODE, "Texts about " + word + " stay in the company.")))
                    .orElseGet(() -> next.proceed(call));
        };
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(notes))
                .addRequestPolicy("german", call -> call.withAdded(new Interaction.System("Answer in German.")))
                .addPolicy("company-rule", rule)
                .build()) {
            AiReturn ret = ai.send(question);
            return ret.error()
                    .map(error -> error.code().equals(CODE) ? error.message() : error.userMessage())
                    .orElseGet(ret::text);
        }
    }

    private static String sent(AiCall call) {
        StringBuilder all = new StringBuilder();
        call.effective().forEach(item -> all.append(item.toJson().text()).append('\n'));
        return all.toString();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    record Tools(UnaryOperator<String> notes) {
        @Tool(value = "Reads a note.", readOnly = true)
        String readNote(String name) {
            return notes.apply(name);
        }
    }
}
