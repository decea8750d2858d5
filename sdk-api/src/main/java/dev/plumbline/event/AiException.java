package dev.plumbline.event;

import dev.plumbline.event.AiError.SensitiveText;
import java.util.Objects;

/**
 * An {@link AiError} as an exception: thrown by accessors of a failed return, by builders that cannot build, and inside
 * policies and tools if the turn ended while they waited. Unchecked; its message holds no content.
 */
public final class AiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient AiError error;
    private final transient SensitiveText answer;

    /** Creates an exception that carries the error. */
    public AiException(AiError error) {
        this(error, SensitiveText.NONE);
    }

    /** Creates an exception that carries the error, and the text of the answer that arrived. */
    public AiException(AiError error, SensitiveText answer) {
        super(Objects.requireNonNull(error, "error").toString());
        this.error = error;
        this.answer = Objects.requireNonNull(answer, "answer");
    }

    /** Returns the error. */
    public AiError error() {
        return error;
    }

    /**
     * Returns the text of the answer that failed or does not fit, as far as it arrived; empty if there is none. It is
     * content of the conversation: for display to a user.
     */
    public SensitiveText answer() {
        return answer;
    }
}
