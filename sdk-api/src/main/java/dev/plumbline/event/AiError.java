package dev.plumbline.event;

import dev.plumbline.internal.Words;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The error of a failed call, turn or tool. A value without content: the message is the SDK's own, and the provider's
 * message is {@link SensitiveText}. Created with {@link #of}; a later version may add components.
 *
 * @param category the kind of failure, of a closed list
 * @param code a short name of the rule or policy, e.g. {@code document-rate}; never content
 * @param message for developers: the rule, the place, the remedy
 * @param retryable whether the same call may be tried again
 * @param retryAt the earliest time of a retry, if known; by the clock of the call, {@code AiCall.SCHEDULER}, if it has one
 * @param status the HTTP status, if there was one
 * @param requestId the provider's own id of the request, if it gave one
 * @param extensionId the extension, policy or hook that failed, if it was one
 * @param causeClass the class of the exception that caused it, if there was one
 * @param providerMessage the provider's message, for display to a user only
 * @param details values for the sentence to a user, by name: {@code provider}, {@code variable}, {@code address},
 *     {@code server}, {@code folder}, {@code file}; and the {@code reason} of a refusal; configuration, never content
 */
public record AiError(
        Category category,
        String code,
        String message,
        boolean retryable,
        Optional<Instant> retryAt,
        OptionalInt status,
        Optional<String> requestId,
        Optional<String> extensionId,
        Optional<String> causeClass,
        SensitiveText providerMessage,
        Map<String, String> details) {

    /** The name of the detail with the reason that a developer's code, or a service, gave for a refusal. */
    public static final String REASON = "reason";

    private static final Set<Category> RETRYABLE = Set.of(
            Category.NETWORK,
            Category.TIMEOUT_CONNECT,
            Category.TIMEOUT_IDLE,
            Category.TIMEOUT_TOTAL,
            Category.RATE_LIMITED,
            Category.OVERLOADED,
            Category.SERVER,
            Category.TRUNCATED,
            Category.PROTOCOL,
            Category.INVALID_RESPONSE);

    public AiError {
        Objects.requireNonNull(category, "category");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(providerMessage, "providerMessage");
        details = Map.copyOf(details);
    }

    /**
     * Returns an error with a code of your own; its category decides whether it is retryable.
     *
     * @param code your code, a few letters, never content
     * @param message for developers, without content
     */
    public static AiError of(Category category, String code, String message) {
        return new AiError(
                category,
                code,
                message,
                RETRYABLE.contains(category),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                SensitiveText.NONE,
                Map.of());
    }

    /** Returns a copy that is retryable from that moment on. */
    public AiError withRetryAt(Instant at) {
        return copy(true, Optional.of(at), status, requestId);
    }

    /** Returns a copy that states whether the same call may be tried again. */
    public AiError withRetryable(boolean may) {
        return copy(may, retryAt, status, requestId);
    }

    /** Returns a copy with the HTTP status. */
    public AiError withStatus(int http) {
        return copy(retryable, retryAt, OptionalInt.of(http), requestId);
    }

    /** Returns a copy with the provider's id of the request. */
    public AiError withRequestId(String id) {
        return copy(retryable, retryAt, status, Optional.of(id));
    }

    /** Returns a copy that names the policy, hook or extension that failed. */
    public AiError withExtensionId(String id) {
        return new AiError(
                category,
                code,
                message,
                retryable,
                retryAt,
                status,
                requestId,
                Optional.of(id),
                causeClass,
                providerMessage,
                details);
    }

    /** Returns a copy that names the class of the exception that caused it; the exception's message is not stored. */
    public AiError withCause(Throwable cause) {
        Optional<String> name = Optional.of(cause.getClass().getName());
        return new AiError(
                category,
                code,
                message,
                retryable,
                retryAt,
                status,
                requestId,
                extensionId,
                name,
                providerMessage,
                details);
    }

    /** Returns a copy with the provider's message. */
    public AiError withProviderMessage(SensitiveText words) {
        return new AiError(
                category,
                code,
                message,
                retryable,
                retryAt,
                status,
                requestId,
                extensionId,
                causeClass,
                words,
                details);
    }

    /** Returns a copy with a value for the sentence to a user; it must be configuration and not content. */
    public AiError withDetail(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new AiError(
                category,
                code,
                message,
                retryable,
                retryAt,
                status,
                requestId,
                extensionId,
                causeClass,
                providerMessage,
                more);
    }

    private AiError copy(boolean may, Optional<Instant> at, OptionalInt http, Optional<String> id) {
        return new AiError(
                category, code, message, may, at, http, id, extensionId, causeClass, providerMessage, details);
    }

    /** Returns one or two English sentences for users: what happened, and what they can do. */
    public String userMessage() {
        return userMessage(Locale.ENGLISH);
    }

    /** Returns the sentences for users in that language; in English if the language is missing. */
    public String userMessage(Locale locale) {
        boolean until = category == Category.RATE_LIMITED && retryAt.isPresent();
        String key = until ? "RATE_LIMITED_UNTIL" : category.name();
        String sentence = ErrorMessages.sentence(Words.of(locale), List.of(category + "." + code, key), details)
                .replace("{code}", TelemetryName.of(code).text())
                .replace(
                        "{time}",
                        retryAt.map(at -> ErrorMessages.time(at, locale)).orElse(""));
        for (Map.Entry<String, String> detail : details.entrySet()) {
            sentence = sentence.replace("{" + detail.getKey() + "}", detail.getValue());
        }
        return sentence;
    }

    @Override
    public String toString() {
        return category + " " + code + ": " + message;
    }

    /** The closed list of categories; a switch over it is complete. */
    public enum Category {
        CANCELLED,
        TIMEOUT_CONNECT,
        TIMEOUT_IDLE,
        TIMEOUT_TOTAL,
        NETWORK,
        TLS,
        PROXY,
        PROTOCOL,
        TRUNCATED,
        RATE_LIMITED,
        OVERLOADED,
        SERVER,
        AUTHENTICATION,
        PERMISSION,
        NOT_FOUND,
        TOO_LARGE,
        INVALID_REQUEST,
        CONTEXT_OVERFLOW,
        CONTENT_FILTERED,
        INVALID_RESPONSE,
        CAPABILITY,
        POLICY_DENIED,
        EGRESS_DENIED,
        BUDGET,
        EXTENSION,
        CONFIGURATION,
        INTERNAL
    }

    /** Text of third parties inside an error, which may hold content and is therefore never printed. Immutable. */
    public static final class SensitiveText {
        /** The empty text. */
        public static final SensitiveText NONE = new SensitiveText("");

        private final String text;

        private SensitiveText(String text) {
            this.text = text;
        }

        /** Wraps text. */
        public static SensitiveText of(String text) {
            return text.isEmpty() ? NONE : new SensitiveText(Objects.requireNonNull(text, "text"));
        }

        /** Returns the text; for display to a user, never for a log, an event or a metric. */
        public String text() {
            return text;
        }

        /** Returns whether it is empty. */
        public boolean isEmpty() {
            return text.isEmpty();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SensitiveText sensitive && text.equals(sensitive.text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        @Override
        public String toString() {
            return "SensitiveText[" + text.length() + " characters]";
        }
    }
}
