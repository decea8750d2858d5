package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads an answer and validates it against the output schema.
 *
 * @param schemas validates against schemas
 * @param schema the output schema, before it was wrapped
 * @param dialect the dialect in which the provider received it
 * @param check decides whether an answer is valid
 */
record StructuredAnswerReader(JsonSchemaService schemas, Json schema, SchemaDialect dialect, AnswerCheck check) {

    /** Returns whether the answer has a refusal and no text. */
    static boolean isRefusal(AiReturn ret) {
        return ret.partialText().isBlank()
                && ret.finalAnswer().stream()
                        .filter(Interaction.Assistant.class::isInstance)
                        .flatMap(interaction -> ((Interaction.Assistant) interaction).parts().stream())
                        .anyMatch(Part.Refusal.class::isInstance);
    }

    Answer read(AiReturn ret) {
        String text = ret.partialText();
        try {
            return judged(UntrustedJson.parse(text), false);
        } catch (JsonException strict) {
            return JsonExtractor.find(text).map(found -> judged(found, true)).orElseGet(() -> Answer.unreadable(text));
        }
    }

    private Answer judged(Json given, boolean taken) {
        try {
            Json value = schemas.unwrap(given, schema, dialect);
            Answer answer = judged(value, given, taken);
            if (!answer.fits()) {
                Json without = schemas.withoutOptionalNulls(value, schema);
                answer = without.equals(value) ? answer : judged(without, given, taken);
            }
            return answer.fits() ? answer : asMeant(value, given, taken).orElse(answer);
        } catch (JsonException misfit) {
            return new Answer(Optional.empty(), Answer.found(misfit.place(), "wrapped"), taken, false);
        }
    }

    private Answer judged(Json value, Json given, boolean taken) {
        boolean same = !taken && value.equals(given);
        return new Answer(same ? Optional.empty() : Optional.of(value), check.validate(schemas, value), taken, false);
    }

    /** Returns the answer with values that were written as another type, if it is valid so. */
    private Optional<Answer> asMeant(Json value, Json given, boolean taken) {
        Json meant = schemas.asMeant(value, schema);
        return Optional.of(judged(meant, given, taken)).filter(Answer::fits).map(Answer::withRetyped);
    }

    /**
     * The result of reading an answer.
     *
     * @param other the value that replaces the text; empty if the text stays
     * @param findings the errors of the answer
     * @param taken whether it was extracted from other text
     * @param retyped whether parts of it were written as another type and read as they were meant
     */
    record Answer(Optional<Json> other, ValidationResult findings, boolean taken, boolean retyped) {
        private static final String OTHER = "not-json";
        private static final String BROKEN = "broken-json";

        static final Answer NONE = new Answer(Optional.empty(), ValidationResult.OK, false, false);
        /** JSON begins here, perhaps in a code fence. */
        private static final Pattern BEGINNING = Pattern.compile("\\s*(?:```\\w*\\s*)?[{\\[]");

        /** Returns an answer in which there is no JSON that can be read: JSON that is broken or cut off, or other text. */
        static Answer unreadable(String text) {
            String code = BEGINNING.matcher(text).lookingAt() ? BROKEN : OTHER;
            return new Answer(Optional.empty(), found("", code), false, false);
        }

        private static ValidationResult found(String path, String code) {
            return new ValidationResult(
                    List.of(new ValidationResult.Finding(ValidationResult.Severity.ERROR, path, code)));
        }

        boolean fits() {
            return findings.isOk();
        }

        Answer withRetyped() {
            return new Answer(other, findings, taken, true);
        }

        /** Returns whether the text was not JSON, so that it was searched for JSON. */
        boolean searched() {
            return taken
                    || findings.findings().stream()
                            .anyMatch(each ->
                                    each.code().equals(OTHER) || each.code().equals(BROKEN));
        }

        String note() {
            return (fits() ? "fits" : "does not fit")
                    + (taken ? ", extracted from other text" : "")
                    + (retyped ? ", with values that were written as another type" : "");
        }

        /** Returns the return with this answer as its text; unchanged if its text stays. */
        AiReturn in(AiReturn ret) {
            return other.map(value -> ret.toBuilder()
                            .interactions(withText(ret.interactions(), value.text()))
                            .build())
                    .orElse(ret);
        }

        /**
         * Returns the interactions with the text instead of the first text; later texts are removed, everything else
         * stays.
         */
        private static List<Interaction> withText(List<Interaction> interactions, String text) {
            List<Interaction> changed = new ArrayList<>();
            boolean given = false;
            for (Interaction interaction : interactions) {
                boolean isAnswer = interaction instanceof Interaction.Assistant;
                changed.add(isAnswer ? withText((Interaction.Assistant) interaction, given ? "" : text) : interaction);
                given |= isAnswer && !interaction.text().isEmpty();
            }
            return changed;
        }

        private static Interaction withText(Interaction.Assistant assistant, String text) {
            List<Part> parts = new ArrayList<>();
            String left = text;
            for (Part part : assistant.parts()) {
                if (!(part instanceof Part.Text)) {
                    parts.add(part);
                } else if (!left.isEmpty()) {
                    parts.add(new Part.Text(left));
                    left = "";
                }
            }
            return new Interaction.Assistant(parts);
        }
    }
}
