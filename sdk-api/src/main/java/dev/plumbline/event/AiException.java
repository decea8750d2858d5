package dev.plumbline.event;

import java.util.Objects;

/**
 * An {@link AiError} thrown: by accessors that were promised an answer, by builders that cannot build, and inside
 * policies and tools when the turn ended while they waited. Unchecked; its message holds no content.
 */
public final class AiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient AiError error;

    /** An exception that carries the error. */
    public AiException(AiError error) {
        super(Objects.requireNonNull(error, "error").toString());
        this.error = error;
    }

    /** Category, code, advice. */
    public AiError error() {
        return error;
    }
}
