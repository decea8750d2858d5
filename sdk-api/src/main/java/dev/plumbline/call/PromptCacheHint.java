package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import java.util.List;

/**
 * A hint to the provider which parts of the prompt to keep in its prompt cache, and for how long. A policy that knows what
 * will be sent again sets it as a note of a call; providers without marked caching ignore it, and so does every key.
 *
 * @param instructions whether to mark the end of tools and instructions, which all calls of a session share
 * @param behind positions in {@link AiCall#effective()} after which to mark, in any order; of more positions than a
 *     provider accepts, the last ones count
 * @param lasting how long it should be kept
 */
public record PromptCacheHint(boolean instructions, List<Integer> behind, Retention lasting) {
    /** The note in which a policy passes the hint to the provider. */
    public static final TypedKey<PromptCacheHint> KEY = TypedKey.of("plumbline.prompt-cache", PromptCacheHint.class);

    public PromptCacheHint {
        behind = List.copyOf(behind);
    }

    /** The usual hint: instructions, and all that {@code call} sends except facts at its end, for the short time. */
    public static PromptCacheHint of(AiCall call) {
        int last = call.effective().size() - 1;
        while (last >= 0 && call.effective().get(last) instanceof Interaction.Context) {
            last--;
        }
        return new PromptCacheHint(true, last < 0 ? List.of() : List.of(last), Retention.SHORT);
    }

    /** The time for which a provider keeps the cached prompt. */
    public enum Retention {
        /** A few minutes from its last use. */
        SHORT,
        /** About an hour; dearer to write. */
        LONG
    }
}
