package dev.plumbline.ui;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryLabel;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What came of an {@link InputRequest}.
 *
 * @param value the answer of the person, or the default of the request; empty if there is neither
 * @param outcome what happened
 * @param <T> the type of the answer
 */
public record InputReply<T>(Optional<T> value, Outcome outcome) {
    public InputReply {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(outcome, "outcome");
    }

    /** Returns the reply of nobody: the default of the request, if it has one. */
    public static <T> InputReply<T> nobody(InputRequest<T> request) {
        return new InputReply<>(request.fallback(), Outcome.NOBODY);
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
        return "InputReply[" + outcome + "]";
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

        TelemetryLabel label() {
            return new TelemetryLabel(text());
        }
    }
}
