package dev.plumbline.http.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;

/** Errors for malformed responses, with messages of the SDK's own. */
final class ResponseErrors {
    private static final int KIB = 1024;

    private ResponseErrors() {}

    static AiException limit(String what, long bytes) {
        return protocol("limit", what + " is longer than " + bytes / KIB + " KiB, more than is read");
    }

    static AiException protocol(String code, String message) {
        return new AiException(AiError.of(AiError.Category.PROTOCOL, code, message));
    }

    static AiError cut() {
        return AiError.of(
                AiError.Category.TRUNCATED,
                "cut",
                "the connection ended before the answer was complete; what came is kept");
    }
}
