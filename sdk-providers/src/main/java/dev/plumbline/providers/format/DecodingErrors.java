package dev.plumbline.providers.format;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;

/** The errors of malformed answers, with messages of this library. */
public final class DecodingErrors {
    private DecodingErrors() {}

    public static AiException protocol(String code, String message) {
        return new AiException(AiError.of(AiError.Category.PROTOCOL, code, message));
    }

    static AiError truncated() {
        return AiError.of(
                AiError.Category.TRUNCATED,
                "cut",
                "the answer ended before what its format defines as its end; what came is kept");
    }
}
