package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an answer: complete, or an error with the content so far. Only the format's own end marks an answer as
 * complete; a connection that breaks afterwards changes nothing.
 *
 * @param error why it is incomplete; null if it is complete
 * @param complete whether it is complete
 */
public record DecodingOutcome(@Nullable AiError error, boolean complete) {
    private static final DecodingOutcome COMPLETE = new DecodingOutcome(null, true);

    private static final Set<AiError.Category> CUTS = Set.of(
            AiError.Category.NETWORK,
            AiError.Category.TRUNCATED,
            AiError.Category.TIMEOUT_IDLE,
            AiError.Category.TIMEOUT_TOTAL);

    /** Returns the outcome of an answer that ended with an exception, or without one: then {@code broken} is null. */
    public static DecodingOutcome of(AnswerDecoder decoder, @Nullable AiError broken) {
        AiError said = decoder.error().orElse(null);
        if (said != null) {
            return new DecodingOutcome(said, false);
        }
        boolean cut = broken == null || CUTS.contains(broken.category());
        if (decoder.isComplete() && cut) {
            return COMPLETE;
        }
        return new DecodingOutcome(broken == null ? DecodingErrors.truncated() : broken, false);
    }

    /** Returns the answer as a return. */
    public AiReturn close(AnswerAssembler answer, ModelId asked) {
        AiReturn.Builder ret = answer.end(complete).model(answer.model(asked));
        if (error != null) {
            ret.error(error);
        }
        return ret.build();
    }

    /** Returns the return of a call of which nothing has arrived. */
    public static AiReturn failed(AiCall call, AiError error) {
        return AiReturn.builder()
                .error(error)
                .model(call.model())
                .ids(call.ids())
                .build();
    }
}
