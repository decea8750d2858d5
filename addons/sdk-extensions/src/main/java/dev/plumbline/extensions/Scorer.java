package dev.plumbline.extensions;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.extensions.Evaluation.EvaluationCase;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.util.List;
import java.util.Locale;

/**
 * Judges an answer: 1 is right, 0 is wrong, and numbers between them are shares. Any method with these parameters is
 * one. It is not asked about a failed answer, which has the score 0.
 */
@FunctionalInterface
public interface Scorer {

    /** Returns the score of an answer, 0 to 1. */
    double score(EvaluationCase asked, AiReturn answer);

    /** Returns a scorer for answers that are the expected text, apart from blanks around it. */
    static Scorer exactText() {
        return (asked, answer) ->
                share(answer.text().strip().equals(asked.expected().asText().strip()));
    }

    /**
     * Returns a scorer for the share of the expected texts, a text or a list of texts, that an answer contains, in upper
     * or lower case.
     */
    static Scorer containsText() {
        return (asked, answer) -> {
            List<Json> texts = asked.expected().kind() == Json.Kind.ARRAY
                    ? asked.expected().elements()
                    : List.of(asked.expected());
            String said = answer.text().toLowerCase(Locale.ROOT);
            long found = texts.stream()
                    .filter(text -> said.contains(text.asText().toLowerCase(Locale.ROOT)))
                    .count();
            return texts.isEmpty() ? 1 : (double) found / texts.size();
        };
    }

    /** Returns a scorer for answers that are the expected JSON, in any order of members; other text is wrong. */
    static Scorer equalJson() {
        return (asked, answer) -> {
            try {
                return share(Json.parse(answer.text())
                        .canonical()
                        .equals(asked.expected().canonical()));
            } catch (JsonException noJson) {
                return 0;
            }
        };
    }

    /** Returns a scorer for the share of the expected tools, a list of names, that were called. */
    static Scorer calledTools() {
        return (asked, answer) -> {
            List<String> called =
                    answer.toolCalls().stream().map(Interaction.ToolCall::name).toList();
            List<Json> names = asked.expected().elements();
            long found = names.stream()
                    .filter(name -> called.contains(name.asText()))
                    .count();
            return names.isEmpty() ? share(called.isEmpty()) : (double) found / names.size();
        };
    }

    private static double share(boolean right) {
        return right ? 1 : 0;
    }
}
