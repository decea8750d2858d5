package dev.plumbline.ui;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a person is asked for: a choice, a text, a number, or a value that a JSON Schema describes; with a time limit of
 * five minutes unless another is set, and without a default unless one is set. Immutable.
 *
 * @param <T> the type of the answer
 */
public final class InputRequest<T> {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final String question;
    private final Form<T> form;
    private final Optional<String> title;
    private final Optional<T> fallback;
    private final Duration timeout;

    private InputRequest(String question, Form<T> form, Optional<String> title, Limits<T> limits) {
        this.question = Objects.requireNonNull(question, "question");
        this.form = form;
        this.title = title;
        this.fallback = limits.fallback();
        this.timeout = limits.timeout();
    }

    private static <T> InputRequest<T> of(String question, Form<T> form) {
        return new InputRequest<>(question, form, Optional.empty(), new Limits<>(Optional.empty(), PATIENCE));
    }

    /**
     * Returns a request to choose one of these, each a button.
     *
     * @throws IllegalArgumentException without an option, and for equal ones
     */
    public static InputRequest<String> choice(String question, List<String> options) {
        if (options.isEmpty() || options.stream().distinct().count() < options.size()) {
            throw new IllegalArgumentException(
                    "a choice needs at least one option, and no two that are equal; got " + options.size());
        }
        Json schema = Json.object().with("type", "string").with("enum", options);
        return of(question, new Form<>(schema, List.copyOf(options), InputRequest::text));
    }

    /** Returns a request for a text; it may be empty. */
    public static InputRequest<String> text(String question) {
        return of(question, new Form<>(Json.object().with("type", "string"), List.of(), InputRequest::text));
    }

    /**
     * Returns a request for a number of that range.
     *
     * @param least the smallest number, {@code Double.NEGATIVE_INFINITY} for any
     * @param most the largest number, {@code Double.POSITIVE_INFINITY} for any
     * @throws IllegalArgumentException if the range is empty
     */
    public static InputRequest<Double> number(String question, double least, double most) {
        if (!(least <= most)) {
            throw new IllegalArgumentException(
                    "a range of numbers ends above its beginning; got " + least + " to " + most);
        }
        Json schema = Json.object().with("type", "number");
        Json low = Double.isInfinite(least) ? schema : schema.with("minimum", least);
        Json both = Double.isInfinite(most) ? low : low.with("maximum", most);
        return of(question, new Form<>(both, List.of(), json -> number(json, least, most)));
    }

    /**
     * Returns a request for a value that fits a JSON Schema, for example an object with some fields.
     *
     * @param schema any schema that the runtime's schema service accepts
     */
    public static InputRequest<Json> value(String question, Json schema) {
        return of(question, new Form<>(schema, List.of(), json -> json));
    }

    /** Returns a copy with that title of the dialog; by default the name of who asks. */
    public InputRequest<T> withTitle(String words) {
        return new InputRequest<>(question, form, Optional.of(words), new Limits<>(fallback, timeout));
    }

    /** Returns a copy whose answer is that value if the person gives none, or if there is nobody to ask. */
    public InputRequest<T> withDefault(T value) {
        return new InputRequest<>(question, form, title, new Limits<>(Optional.of(value), timeout));
    }

    /**
     * Returns a copy with that time limit.
     *
     * @throws IllegalArgumentException unless it is positive
     */
    public InputRequest<T> withTimeout(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("a question is open for a positive time; got " + limit);
        }
        return new InputRequest<>(question, form, title, new Limits<>(fallback, limit));
    }

    /** Returns the text of the question. */
    public String question() {
        return question;
    }

    /** Returns the JSON Schema of the answer. */
    public Json schema() {
        return form.schema();
    }

    /** Returns the options of a choice; empty for any other request. */
    public List<String> options() {
        return form.options();
    }

    /** Returns the kind of value for telemetry: {@code choice}, the type in its schema, or {@code value}. */
    public TelemetryName kind() {
        Json type = schema().get("type");
        String kind = type.findText().orElse("value");
        return TelemetryName.of(options().isEmpty() ? kind : "choice");
    }

    /** Returns the title, if one was set. */
    public Optional<String> title() {
        return title;
    }

    /** Returns the default, if one was set. */
    public Optional<T> fallback() {
        return fallback;
    }

    /** Returns the time limit. */
    public Duration timeout() {
        return timeout;
    }

    /**
     * Reads an answer.
     *
     * @throws IllegalArgumentException names the rule that it breaks, without the value
     */
    public T read(Json answer) {
        return form.reader().apply(answer);
    }

    private static String text(Json json) {
        if (json.kind() != Json.Kind.STRING) {
            throw new IllegalArgumentException("the answer must be a text");
        }
        return json.asText();
    }

    private static Double number(Json json, double least, double most) {
        if (json.kind() != Json.Kind.NUMBER) {
            throw new IllegalArgumentException("the answer must be a number");
        }
        double number = json.asDouble();
        if (number < least || number > most) {
            throw new IllegalArgumentException("the number must be from " + least + " to " + most);
        }
        return number;
    }

    /** Returns the question, without a default or an answer. */
    @Override
    public String toString() {
        return "InputRequest[" + form.options().size() + " options, " + timeout + "]";
    }

    /** The form of an answer. */
    private record Form<T>(Json schema, List<String> options, Function<Json, T> reader) {}

    /** How long is waited, and what counts then. */
    private record Limits<T>(Optional<T> fallback, Duration timeout) {}

    /**
     * What came of an {@link InputRequest}.
     *
     * @param value the answer of the person, or the default of the request; empty if there is neither
     * @param outcome what happened
     * @param <T> the type of the answer
     */
    public record Reply<T>(Optional<T> value, Outcome outcome) {
        public Reply {
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(outcome, "outcome");
        }

        /** Returns the reply of nobody: the default of the request, if it has one. */
        public static <T> Reply<T> nobody(InputRequest<T> request) {
            return new Reply<>(request.fallback(), Outcome.NOBODY);
        }

        /** Returns whether the person answered. */
        public boolean isAnswered() {
            return outcome == Outcome.ANSWERED;
        }

        /**
         * Returns the value.
         *
         * @throws AiException without a value: POLICY_DENIED {@code input-declined}, TIMEOUT_TOTAL {@code input-expired},
         *     CANCELLED {@code input-cancelled}, CONFIGURATION {@code input-nobody}; the message says the way out
         */
        public T orThrow() {
            return value.orElseThrow(() -> new AiException(outcome.error()));
        }

        /** Returns the outcome, without the value. */
        @Override
        public String toString() {
            return "Reply[" + outcome + "]";
        }

        /** What happened to a question. */
        public enum Outcome {
            /** The person answered. */
            ANSWERED(AiError.Category.INTERNAL, ""),
            /** The person chose not to answer. */
            DECLINED(
                    AiError.Category.POLICY_DENIED,
                    "the person did not answer; give the request a default, or go on without"),
            /** There was no answer in time. */
            EXPIRED(
                    AiError.Category.TIMEOUT_TOTAL,
                    "nobody answered in time; give the request a default, or a longer limit with withTimeout"),
            /** The call or the turn ended before. */
            CANCELLED(AiError.Category.CANCELLED, "the turn ended while the person was asked"),
            /** There is nobody to ask, or the question could not be shown. */
            NOBODY(
                    AiError.Category.CONFIGURATION,
                    "there is nobody to ask: set questionHandler(…) of the runtime, or give the request a default");

            private final AiError.Category category;
            private final String message;

            Outcome(AiError.Category category, String message) {
                this.category = category;
                this.message = message;
            }

            private AiError error() {
                return AiError.of(category, "input-" + text(), message);
            }

            private String text() {
                return name().toLowerCase(Locale.ROOT);
            }

            /** Returns the outcome, for telemetry. */
            public TelemetryName label() {
                return new TelemetryName(text());
            }
        }
    }
}
