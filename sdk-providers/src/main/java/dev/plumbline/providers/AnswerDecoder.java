package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.http.ResponseBodyHandler;
import java.util.Optional;

/** A wire format, read: takes the events of a stream or one whole body, and knows when the answer is over. One thread. */
interface AnswerDecoder extends ResponseBodyHandler {

    /** Whether what arrived is a whole answer. */
    boolean isComplete();

    /** Whether nothing that may follow counts. */
    boolean isOver();

    /** The error the other side reported inside its answer, if it did. */
    Optional<AiError> error();
}
