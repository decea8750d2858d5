package dev.plumbline.schema;

import dev.plumbline.call.AiCall;

/**
 * A check of a call, an answer or a tool's arguments. Pure and thread-safe: it changes nothing and asks nobody.
 *
 * @param <T> what it looks at
 */
@FunctionalInterface
public interface Validator<T> {

    /** The findings about the subject, by paths and codes, never content; {@code call} is the call it belongs to. */
    ValidationResult validate(T subject, AiCall call);
}
