package dev.plumbline.providers.format;

import dev.plumbline.event.AiError;
import dev.plumbline.http.internal.ResponseBodyHandler;
import java.util.Optional;

/**
 * Decodes the answers of one API format: reads the events of a stream or a whole body, and detects the end of the
 * answer. One thread.
 */
public interface AnswerDecoder extends ResponseBodyHandler {

    /** Returns whether the answer is complete. */
    boolean isComplete();

    /** Returns whether anything that follows is ignored. */
    boolean isOver();

    /** Returns the error that the server reported inside its answer; empty if none. */
    Optional<AiError> error();
}
