package dev.plumbline.mcp;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A question for a value as a form of the protocol (elicitation), which is flat: an object of texts, numbers and
 * booleans. A single value is the one field of a form.
 */
final class ElicitationForm {
    private static final String VALUE = "value";
    private static final Set<String> SIMPLE = Set.of("string", "number", "integer", "boolean");

    private ElicitationForm() {}

    /** Returns whether a client can show the question: it needs no value, or one that fits a form. */
    static boolean fits(Question question) {
        return question.input()
                .map(input -> isSimple(input.schema()) || isFlat(input.schema()))
                .orElse(true);
    }

    /** Returns the schema of the form; empty for a question that needs no value. */
    static Optional<Json> schema(Question question) {
        return question.input()
                .map(input -> isSimple(input.schema())
                        ? Json.object()
                                .with("type", "object")
                                .with("properties", Json.object().with(VALUE, suggested(input)))
                                .with("required", List.of(VALUE))
                        : input.schema());
    }

    private static Json suggested(Question.Input input) {
        return input.suggestion()
                .map(value -> input.schema().with("default", value))
                .orElse(input.schema());
    }

    /** Gives the person's answer; what does not fit, and a refusal, is no answer. */
    static void answer(Question question, Json given) {
        Json content = given.get("content");
        boolean accepted =
                given.get("action").findText().filter("accept"::equals).isPresent();
        Question.Input input = question.input().orElseThrow();
        try {
            boolean unused = accepted
                    ? question.answer(
                            question.options().get(0), isSimple(input.schema()) ? content.get(VALUE) : content)
                    : question.answer(question.fallback());
        } catch (IllegalArgumentException doesNotFit) {
            boolean unused = question.answer(question.fallback());
        }
    }

    private static boolean isSimple(Json schema) {
        return schema.get("type").findText().filter(SIMPLE::contains).isPresent();
    }

    private static boolean isFlat(Json schema) {
        return schema.get("type").findText().filter("object"::equals).isPresent()
                && JsonMembers.object(schema, "properties").fields().values().stream()
                        .allMatch(ElicitationForm::isSimple);
    }
}
