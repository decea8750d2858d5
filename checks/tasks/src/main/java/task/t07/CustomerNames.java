package task.t07;

import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.tool.Tool;
import java.util.List;
import java.util.function.UnaryOperator;

public final class CustomerNames {
    private CustomerNames() {}

    public static String ask(
            AiProvider provider, List<String> customers, UnaryOperator<String> noteOf, String question) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(provider)
                .addTools(new Tools(noteOf))
                .redaction(RedactionOptions.ofDefaults()
                        .withRedactor(Redactor.ofNames(() -> customers))
                        .withRestoredFor("customerNote"))
                .build()) {
            return ai.send(question).text();
        }
    }

    record Tools(UnaryOperator<String> noteOf) {
        @Tool(value = "Returns the note about a customer.", readOnly = true)
        String customerNote(String customer) {
            return noteOf.apply(customer);
        }
    }
}
