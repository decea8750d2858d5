package dev.plumbline.providers;

import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * What one event of a chat completion, or a whole body, says: a choice, usage, an error. Filled by {@link ChatReader} and
 * only then acted upon, so that a broken event has no effect.
 */
final class ChatChunk {
    String model = "";
    Optional<Choice> choice = Optional.empty();
    boolean hasChoices;
    Optional<Usage> usage = Optional.empty();
    Optional<ErrorObject> error = Optional.empty();

    /** One choice, streamed ({@code delta}) or whole ({@code message}). */
    static final class Choice {
        String content = "";
        String refusal = "";
        String reasoning = "";
        String reasoningContent = "";
        String finishReason = "";
        List<Json> details = List.of();
        List<ToolCalls.Piece> calls = List.of();

        /** Its reasoning; the same text under both names counts once. */
        String allReasoning() {
            return reasoningContent.equals(reasoning) ? reasoning : reasoningContent + reasoning;
        }
    }
}
