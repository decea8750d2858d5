package dev.plumbline.policy.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import dev.plumbline.event.AiException;

/** The exceptions of a response store for one answer, which are not failures of the store. */
public final class StoredAnswerErrors {
    private StoredAnswerErrors() {}

    /** Returns the exception for stored bytes that are not the entry of their key. */
    public static AiException damaged() {
        return new AiException(AiError.of(
                Category.INVALID_RESPONSE,
                "stored-answer-damaged",
                "what is stored under the key is damaged, or was written with another key for encryption"));
    }

    /** Returns the exception for an answer of more bytes than a store accepts. */
    public static AiException tooLarge(long bytes, long most) {
        return new AiException(AiError.of(
                Category.TOO_LARGE,
                "stored-answer-too-large",
                "an answer of " + bytes + " bytes is not stored; at most " + most));
    }
}
