package dev.plumbline.web;

import dev.plumbline.http.internal.RequestRefusal;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.Optional;

/**
 * The answer to a question.
 *
 * @param question the question, with the parts whole that whoever answers was shown
 * @param option the button
 * @param value edited arguments, or the value that was asked for, if there are any
 */
record AgUiAnswer(Question question, Question.Option option, Optional<Json> value) {
    /** The longest question that a client is sent whole: it cannot be made to open a part that is folded. */
    private static final int LONGEST = 4_000;

    private static final String APPROVE = "approve";

    /** Returns the question as an AG-UI client is asked: whole, or folded if it is too long to be agreed to there. */
    static Question sent(Question question) {
        Question whole = question.opened();
        return whole.title().length() + whole.text().length() <= LONGEST ? whole : question;
    }

    /** Returns whether a question is about a call itself, and not about something that its tool needs. */
    static boolean isApproval(Question question) {
        return question.toolCall().isPresent()
                && question.input().isEmpty()
                && question.options().stream().anyMatch(option -> option.id().equals(APPROVE));
    }

    /** Returns whether an AG-UI client agrees with the digest of what it was sent; a value is an answer by itself. */
    static boolean needsDigest(Question question, Question.Option option) {
        return question.input().isEmpty() && !question.isRefusal(option);
    }

    /**
     * Reads the answer of an AG-UI client: {@code {"approved": true, "digest": "…"}}, possibly with {@code editedArgs}, or
     * the id of a button as {@code option}. Whoever agrees sends the digest of the question.
     *
     * @throws RequestRefusal 400 if it does not match the schema of the interrupt
     */
    static AgUiAnswer of(Question open, Json entry) {
        Question question = sent(open);
        AgUiAnswer answer = read(question, entry);
        String digest = entry.get("payload").get("digest").findText().orElse("");
        if (needsDigest(question, answer.option) && !digest.equals(question.digest())) {
            throw new RequestRefusal(
                    400, "who agrees sends the digest of the question: metadata.plumbline.digest of the interrupt");
        }
        return answer;
    }

    private static AgUiAnswer read(Question question, Json entry) {
        Json payload = entry.get("payload");
        if (AgUiInput.text(entry, "status").equals("cancelled")) {
            return new AgUiAnswer(question, question.fallback(), Optional.empty());
        }
        if (payload.kind() != Json.Kind.OBJECT) {
            throw invalid();
        }
        Optional<Json> value = value(question, payload);
        Json option = payload.get("option");
        if (option.kind() == Json.Kind.STRING) {
            return new AgUiAnswer(question, option(question, option.asText()), value);
        }
        if (question.input().isPresent() && value.isPresent()) {
            return new AgUiAnswer(question, question.options().get(0), value);
        }
        if (!isApproval(question) || payload.get("approved").kind() != Json.Kind.BOOLEAN) {
            throw invalid();
        }
        return payload.get("approved").asBoolean()
                ? new AgUiAnswer(question, option(question, APPROVE), value)
                : new AgUiAnswer(question, question.fallback(), Optional.empty());
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
     * @throws RequestRefusal 400 with the rule that the value breaks, or the part that was not shown
     */
    boolean give() {
        try {
            return value.map(arguments -> question.answer(option, arguments)).orElseGet(() -> question.answer(option));
        } catch (IllegalArgumentException refused) {
            throw new RequestRefusal(400, String.valueOf(refused.getMessage()));
        }
    }
}
