package dev.plumbline.call;

import java.util.List;

/**
 * A hint which parts of the prompt the provider should keep in its prompt cache, and for how long: an attribute of a call. A
 * session sets that of a conversation, see {@link SessionOptions#promptCache}; a policy may set another. Providers that cache
 * by themselves ignore it, and it is part of no cache key.
 *
 * @param instructions whether to mark the end of tools and instructions, which all calls of a session share
 * @param conversation whether to mark the end of all that is sent, and the place where the call before ended
 * @param afterMessages positions in {@link AiCall#effective()} after which to mark, in any order; of more positions than a
 *     provider accepts, the last ones count
 * @param retention how long it should be kept
 */
public record PromptCacheHint(
        boolean instructions, boolean conversation, List<Integer> afterMessages, Retention retention) {
    /** The attribute in which a policy passes the hint to the provider. */
    public static final TypedKey<PromptCacheHint> KEY = TypedKey.of("plumbline.prompt-cache", PromptCacheHint.class);

    public PromptCacheHint {
        afterMessages = List.copyOf(afterMessages);
    }

    /** Creates a hint of single positions. */
    public PromptCacheHint(boolean instructions, List<Integer> afterMessages, Retention retention) {
        this(instructions, false, afterMessages, retention);
    }

    /** Returns the hint of a conversation, whose next call sends all of this one again. */
    public static PromptCacheHint ofConversation(Retention retention) {
        return new PromptCacheHint(true, true, List.of(), retention);
    }

    /** The time for which a provider keeps the cached prompt. */
    public enum Retention {
        /** Nothing is marked. */
        NONE,
        /** A few minutes from its last use. */
        SHORT,
        /** About an hour; writing it costs more. */
        LONG
    }
}
