package dev.plumbline.providers.format;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An error as it is written in a body or an event.
 *
 * @param code the error code, or empty
 * @param type the error type, or empty
 * @param status the HTTP status, if the body has one
 * @param message the provider's message, which is content
 * @param retryAfter the time after which the service asks to try again, if the body has one
 * @param filters what a content filter found, as categories
 */
public record ProviderErrorBody(
        String code,
        String type,
        OptionalInt status,
        String message,
        Optional<Duration> retryAfter,
        Set<String> filters) {
    /** An error without details. */
    static final ProviderErrorBody SILENT = new ProviderErrorBody("", "", OptionalInt.empty(), "");

    public ProviderErrorBody(String code, String type, OptionalInt status, String message) {
        this(code, type, status, message, Optional.empty(), Set.of());
    }

    /** Returns a copy with the missing values taken from another error. */
    public ProviderErrorBody or(ProviderErrorBody other) {
        return new ProviderErrorBody(
                code.isEmpty() ? other.code : code,
                type.isEmpty() ? other.type : type,
                status.isPresent() ? status : other.status,
                message.isEmpty() ? other.message : message,
                retryAfter.or(other::retryAfter),
                filters.isEmpty() ? other.filters : filters);
    }

    @Override
    public String toString() {
        return "ProviderErrorBody[" + message.length() + " characters]";
    }
}
