package dev.plumbline.tool.internal;

import dev.plumbline.internal.Words;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Duration;
import java.util.function.Function;

/** The context of a call that can ask the person of the session a question of several parts, in the language of the host. */
public interface AskingContext {
    /**
     * Asks, and waits; no answer is no.
     *
     * @param question takes the words of the host, and returns the question; its first answer agrees
     * @throws IllegalStateException on the host's UI thread, which must not wait
     */
    boolean isAgreed(Function<Words, UserPrompter.QuestionText> question, Duration patience);
}
