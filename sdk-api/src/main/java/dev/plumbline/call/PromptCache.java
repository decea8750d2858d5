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
public record PromptCache(boolean instructions, List<Integer> behind, Lasting lasting) {
    /** The note in which a policy passes the hint to the provider. */
    public static final Key<PromptCache> KEY = Key.of("plumbline.prompt-cache", PromptCache.class);

    public PromptCache {
        behind = List.copyOf(behind);
    }

    /** The usual hint: instructions, and all that {@code call} sends except facts at its end, for the short time. */
    public static PromptCache of(AiCall call) {
        int last = call.effective().size() - 1;
        while (last >= 0 && call.effective().get(last) instanceof Interaction.Context) {
            last--;
        }
        return new PromptCache(true, last < 0 ? List.of() : List.of(last), Lasting.SHORT);
    }

    /** How long a provider keeps it. */
    public enum Lasting {
        /** A few minutes from its last use. */
        SHORT,
        /** About an hour; dearer to write. */
        LONG
    }
}
