package dev.plumbline.web;

import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.Optional;

/**
 * The answer to a question.
 *
 * @param option the button
 * @param value edited arguments, or the value that was asked for, if there are any
 */
record AgUiAnswer(Question.Option option, Optional<Json> value) {

    /**
     * Reads the answer of an AG-UI client: {@code {"approved": true}}, possibly with {@code editedArgs}, or the id of a
     * button as {@code option}.
     *
     * @throws RequestRefusal 400 if it does not match the schema of the interrupt
     */
    static AgUiAnswer of(Question question, Json entry) {
        Json payload = entry.get("payload");
        if (AgUiInput.text(entry, "status").equals("cancelled")) {
            return new AgUiAnswer(question.fallback(), Optional.empty());
        }
        if (payload.kind() != Json.Kind.OBJECT) {
            throw invalid();
        }
        Optional<Json> value = value(question, payload);
        Json option = payload.get("option");
        if (option.kind() == Json.Kind.STRING) {
            return new AgUiAnswer(option(question, option.asText()), value);
        }
        if (question.toolCall().isEmpty() || payload.get("approved").kind() != Json.Kind.BOOLEAN) {
            throw invalid();
        }
        return payload.get("approved").asBoolean()
                ? new AgUiAnswer(option(question, "approve"), value)
                : new AgUiAnswer(question.fallback(), Optional.empty());
    }

    private static Optional<Json> value(Question question, Json payload) {
        if (question.input().isPresent()) {
            Json given = payload.get("value");
            return given.exists() ? Optional.of(given) : Optional.empty();
        }
        Json edited = payload.get("editedArgs");
        return edited.kind() == Json.Kind.OBJECT ? Optional.of(edited) : Optional.empty();
    }

    private static RequestRefusal invalid() {
        return new RequestRefusal(400, "the payload does not match the schema of the interrupt");
    }

    /**
     * Returns a button of a question.
     *
     * @throws RequestRefusal 400 if it has no such button
     */
    static Question.Option option(Question question, String id) {
        return question.options().stream()
                .filter(option -> option.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new RequestRefusal(400, "the question has no such option"));
    }

    /**
     * Answers; returns false if it was answered or has expired.
     *
     * @throws RequestRefusal 400 with the rule that the value breaks
     */
    boolean give(Question question) {
        try {
            return value.map(arguments -> question.answer(option, arguments)).orElseGet(() -> question.answer(option));
        } catch (IllegalArgumentException refused) {
            throw new RequestRefusal(400, String.valueOf(refused.getMessage()));
        }
    }
}
