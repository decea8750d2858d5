package dev.plumbline.providers;

import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import java.util.Optional;
import java.util.Set;

/**
 * How an answer ended: whole, or with an error beside what arrived. An answer is whole only by the word of its format; a
 * connection that breaks after that changes nothing.
 *
 * @param error why it is not whole
 * @param complete whether it is
 */
record DecodingOutcome(Optional<AiError> error, boolean complete) {
    private static final Set<AiError.Category> CUTS = Set.of(
            AiError.Category.NETWORK,
            AiError.Category.TRUNCATED,
            AiError.Category.TIMEOUT_IDLE,
            AiError.Category.TIMEOUT_TOTAL);

    /** The verdict on an answer that ended with an exception, or without one. */
    static DecodingOutcome of(AnswerDecoder decoder, Optional<AiError> broken) {
        if (decoder.error().isPresent()) {
            return new DecodingOutcome(decoder.error(), false);
        }
        boolean cut = broken.isEmpty() || CUTS.contains(broken.get().category());
        if (decoder.isComplete() && cut) {
            return new DecodingOutcome(Optional.empty(), true);
        }
        return new DecodingOutcome(Optional.of(broken.orElseGet(DecodingErrors::truncated)), false);
    }

    /** The answer as a return. */
    AiReturn close(AnswerAssembler answer, ModelId asked) {
        AiReturn.Builder ret = answer.end(complete).model(answer.model(asked));
        error.ifPresent(ret::error);
        return ret.build();
    }
}
