package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import java.util.List;

/**
 * Where a provider may keep what it has read, so that the next call pays less for it. A wish, left as a note of a call
 * by a layer that knows what will be asked again; providers that mark nothing ignore it, and so does every key.
 *
 * @param instructions whether to mark the end of tools and instructions, which all calls of a session share
 * @param behind positions in {@link AiCall#effective()} behind which to mark, in any order; where more are wished than a
 *     provider takes, the last ones count
 * @param lasting how long it should be kept
 */
public record PromptCache(boolean instructions, List<Integer> behind, Lasting lasting) {
    /** The note by which a layer tells the provider. */
    public static final Key<PromptCache> KEY = Key.of("plumbline.prompt-cache", PromptCache.class);

    public PromptCache {
        behind = List.copyOf(behind);
    }

    /** The usual wish: instructions, and all that {@code call} sends but for facts at its end, for the short time. */
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
