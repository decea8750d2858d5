package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.FinishReason;
import dev.plumbline.extend.Entry;
import java.util.List;
import java.util.Optional;

/**
 * What of a return is stored. Calls of an answer that is not whole are left out: their arguments may be cut, and they
 * never run.
 *
 * @param interactions the answer's words, and its calls when it is whole
 * @param status whether it is whole
 * @param error why the turn cannot go on with it
 */
record Answer(List<Interaction> interactions, Entry.Status status, Optional<AiError> error) {

    static Answer of(AiReturn ret, boolean shaped) {
        boolean cut = ret.finish() == FinishReason.LENGTH || ret.finish() == FinishReason.CONTENT_FILTER;
        boolean whole = ret.ok() && !cut;
        List<Interaction> kept = ret.interactions().stream()
                .filter(item ->
                        item instanceof Interaction.Assistant || (whole && item instanceof Interaction.ToolCall))
                .toList();
        Optional<AiError> error = ret.error().or(() -> truncation(ret, cut, shaped));
        return new Answer(kept, status(error, cut), error);
    }

    /** Cut words are still words; a cut call or a cut value is nothing. */
    private static Optional<AiError> truncation(AiReturn ret, boolean cut, boolean shaped) {
        if (!cut || (ret.toolCalls().isEmpty() && !shaped)) {
            return Optional.empty();
        }
        AiError.Category category =
                ret.finish() == FinishReason.LENGTH ? AiError.Category.TRUNCATED : AiError.Category.CONTENT_FILTERED;
        return Optional.of(AiError.of(
                category, "cut", "the answer ended in the middle of a value or tool call; see maxOutputTokens"));
    }

    private static Entry.Status status(Optional<AiError> error, boolean cut) {
        return error.map(e -> e.category() == AiError.Category.CANCELLED ? Entry.Status.CANCELLED : Entry.Status.FAILED)
                .orElse(cut ? Entry.Status.INCOMPLETE : Entry.Status.COMPLETE);
    }
}
