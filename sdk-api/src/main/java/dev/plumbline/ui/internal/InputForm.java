package dev.plumbline.ui.internal;

import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A request for a value as a question, and what its answers mean.
 *
 * @param check takes a schema and a value, and returns what is wrong
 * @param words the labels of its buttons
 */
record InputForm<T>(InputRequest<T> request, BiFunction<Json, Json, Optional<String>> check, Words words) {
    private static final String SEND = "send";
    private static final String DECLINE = "decline";

    /** The answer that counts if the person gives none. */
    Question.Option fallback() {
        return UserPrompter.option(DECLINE, words);
    }

    /** Returns the buttons that give a value: one for each option of a choice, or one to send what was written. */
    List<Question.Option> agreeing() {
        List<String> labels = request.options();
        return labels.isEmpty()
                ? List.of(UserPrompter.option(SEND, words))
                : IntStream.range(0, labels.size())
                        .mapToObj(i -> new Question.Option(Integer.toString(i), labels.get(i)))
                        .toList();
    }

    /** Returns the button not to answer; none for a choice. */
    List<Question.Option> refusing() {
        return request.options().isEmpty() ? List.of(fallback()) : List.of();
    }

    /** Returns the field in which the person writes the value; empty for a choice. */
    Optional<Question.Input> field() {
        return request.options().isEmpty()
                ? Optional.of(
                        new Question.Input(request.schema(), request.fallback().map(Json::of)))
                : Optional.empty();
    }

    /** Refuses to send without a value, unless there is a suggestion. */
    void requireComplete(Question.Option option) {
        if (option.id().equals(SEND) && request.fallback().isEmpty()) {
            throw new IllegalArgumentException("this question is answered with a value: answer(option, value)");
        }
    }

    /** Returns what is wrong with a value; empty if it fits. A choice takes none. */
    Optional<String> fault(Json value) {
        if (!request.options().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> misfit = check.apply(request.schema(), value);
        if (misfit.isPresent()) {
            return misfit;
        }
        try {
            T unused = request.read(value);
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    /** Returns the reply of a person who chose that button, possibly with a value. */
    InputRequest.Reply<T> answered(Question.Option option, Optional<Json> given) {
        if (option.id().equals(DECLINE)) {
            return new InputRequest.Reply<>(request.fallback(), InputRequest.Reply.Outcome.DECLINED);
        }
        Optional<T> value = request.options().isEmpty()
                ? given.map(request::read).or(request::fallback)
                : Optional.of(request.read(Json.of(option.label())));
        return new InputRequest.Reply<>(value, InputRequest.Reply.Outcome.ANSWERED);
    }

    /** Returns the reply to a question that nobody has answered. */
    InputRequest.Reply<T> unanswered(InputRequest.Reply.Outcome outcome) {
        return new InputRequest.Reply<>(request.fallback(), outcome);
    }
}
