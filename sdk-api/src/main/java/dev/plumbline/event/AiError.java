package dev.plumbline.event;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Why something did not work. A value that carries no content: the message is the SDK's own, and what the provider said
 * is {@link Sensitive}. Made with {@link #of}; a later version may add components.
 *
 * @param category the kind of failure, of a closed list
 * @param code a short name of the rule or policy, e.g. {@code document-rate}; never content
 * @param message for developers: the rule, the place, the remedy
 * @param retryable whether the same call may be tried again
 * @param retryAt the earliest time of a retry, if known
 * @param status the HTTP status, if there was one
 * @param requestId the provider's own id of the request, if it gave one
 * @param extensionId the extension, policy or hook that failed, if it was one
 * @param causeClass the class of the exception behind it, if there was one
 * @param providerMessage what the provider said, for a person's eyes only
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
        Sensitive providerMessage) {

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
    }

    /**
     * An error of one's own; whether it is retryable follows from the category.
     *
     * @param code yours, a few letters, never content
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
                Sensitive.NONE);
    }

    /** A copy that is retryable from that moment on. */
    public AiError withRetryAt(Instant at) {
        return copy(true, Optional.of(at), status, requestId);
    }

    /** A copy that says whether the same call may be tried again. */
    public AiError withRetryable(boolean may) {
        return copy(may, retryAt, status, requestId);
    }

    /** A copy with the HTTP status. */
    public AiError withStatus(int http) {
        return copy(retryable, retryAt, OptionalInt.of(http), requestId);
    }

    /** A copy with the provider's id of the request. */
    public AiError withRequestId(String id) {
        return copy(retryable, retryAt, status, Optional.of(id));
    }

    /** A copy that names the policy, hook or extension that failed. */
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
                providerMessage);
    }

    /** A copy that names the class of the exception behind it; its message is not stored. */
    public AiError withCause(Throwable cause) {
        Optional<String> name = Optional.of(cause.getClass().getName());
        return new AiError(
                category, code, message, retryable, retryAt, status, requestId, extensionId, name, providerMessage);
    }

    /** A copy with what the provider said. */
    public AiError withProviderMessage(Sensitive words) {
        return new AiError(
                category, code, message, retryable, retryAt, status, requestId, extensionId, causeClass, words);
    }

    private AiError copy(boolean may, Optional<Instant> at, OptionalInt http, Optional<String> id) {
        return new AiError(category, code, message, may, at, http, id, extensionId, causeClass, providerMessage);
    }

    /** One or two English sentences for users: what happened, what they can do. */
    public String userMessage() {
        return userMessage(Locale.ENGLISH);
    }

    /** The same from the message catalogue of that language; English where the language is missing. */
    public String userMessage(Locale locale) {
        boolean until = category == Category.RATE_LIMITED && retryAt.isPresent();
        String key = until ? "RATE_LIMITED_UNTIL" : category.name();
        return UserMessages.sentence(locale, category + "." + code, key)
                .replace("{code}", Label.of(code).text())
                .replace(
                        "{time}",
                        retryAt.map(at -> UserMessages.time(at, locale)).orElse(""));
    }

    @Override
    public String toString() {
        return category + " " + code + ": " + message;
    }

    /** The closed list of failures; a switch over it is complete. */
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
}
