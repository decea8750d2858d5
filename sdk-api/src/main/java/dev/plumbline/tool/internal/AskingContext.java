package dev.plumbline.tool.internal;

import dev.plumbline.internal.Words;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** What the context of a call can do for a question to the person of the session, beyond what every tool may do. Thread-safe. */
public interface AskingContext {
    /** Returns what a person needs who reads a text of the tool: whom the pseudonyms in it stand for. */
    List<Question.Part> explanations(String text);

    /**
     * Asks a question of several parts in the language of the host, and waits; no answer is no.
     *
     * @param question takes the words of the host, and returns the question; its first answer agrees
     * @throws IllegalStateException on the host's UI thread, which must not wait
     */
    boolean isAgreed(Function<Words, UserPrompter.QuestionText> question, Duration patience);
}
