package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.plugin.Extension;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** The built-in extensions, each given to {@code builder.addExtension(…)}. One instance serves all sessions of a runtime. */
public final class Extensions {

    private Extensions() {}

    /**
     * Returns an extension that logs every telemetry event as one line: failures as warnings, turns and sessions as
     * information, the rest for debugging. A line contains no text of messages, because events do not. Its id is {@code
     * logging}.
     */
    public static Extension logging(System.Logger log) {
        return new NamedExtension("logging", to -> to.addObserver(new LoggingObserver(log)));
    }

    /**
     * Returns an extension that removes the tools for a last answer if every tool call of that many consecutive rounds
     * has failed, so that the model explains the problem and does not retry endlessly. Its id is {@code
     * error-tracking}.
     *
     * @throws IllegalArgumentException below 1
     */
    public static Extension errorTracking(int rounds) {
        if (rounds < 1) {
            throw new IllegalArgumentException(
                    "rounds must be at least 1; got " + rounds + "; to allow no tools, use a tool filter");
        }
        return new NamedExtension("error-tracking", to -> to.addHook("error-tracking", new FailedRoundLimiter(rounds)));
    }

    /**
     * Returns an extension that lets the model store notes across conversations: the tools {@code remember} and {@code
     * forget}, tagged {@code #memory}, and the fact {@code memory} with all notes, read once a turn. A body selects
     * both: {@code toolFilter("#memory")}, {@code contextFilter("memory")}. Text that a model reads may instruct it to
     * store a note, so with untrusted text approval rules should ask for {@code #memory}. Its id is {@code memory}.
     */
    public static Extension memory(NoteStore notebook) {
        return new NamedExtension(
                "memory", to -> to.addTools(NoteTools.of(notebook)).addContext("memory", notebook::notes));
    }

    /**
     * Returns an extension that sends documents to the model as one fact under that key, read once a turn. If not all
     * fit, those that share most words with the question are sent; each one is sent whole or not at all. Its id is
     * {@code documents-} and the key.
     *
     * @param key the key for context filters
     * @param texts supplies the current documents by title
     * @param characters the maximum number of characters
     * @throws IllegalArgumentException for a number below 1
     */
    public static Extension documents(String key, DocumentSource texts, int characters) {
        if (characters < 1) {
            throw new IllegalArgumentException(
                    "characters must be >= 1; got " + characters + ". To send no documents, do not add the extension");
        }
        return new NamedExtension(
                "documents-" + key, to -> to.addContext(new DocumentRanker(characters).source(key, texts::now)));
    }

    /**
     * Returns an extension that sends the question of a finished turn to another model or with other settings, and
     * delivers both answers. The conversation does not wait for it and is not affected. Its id is {@code experiment-}
     * and the name.
     *
     * @param name for {@code describe()} and errors
     * @param other answers the question; for example {@code other::send} of another runtime
     * @param beside runs the experiment on another thread than that of the turn
     * @param heard receives both answers on that thread; its exceptions reach the executor
     */
    public static Extension experiment(
            String name, Function<AiBody, AiReturn> other, Executor beside, Consumer<ExperimentResult> heard) {
        return new NamedExtension(
                "experiment-" + name,
                to -> to.addHook(
                        "experiment-" + name,
                        new ModelExperimentHook(
                                other,
                                beside,
                                (asked, actual, again) -> heard.accept(new ExperimentResult(asked, actual, again)))));
    }

    /**
     * Returns an extension for programs with more tools than a model should be offered at once. A call with more than
     * {@code count} tools offers those that fit the messages of the user best, those that were called in the conversation,
     * and {@code find_tools}, with which the model searches for further ones; what it finds is offered from the next step
     * on, up to {@code count} for each message or search. What was offered stays, because services bind answers to it; when
     * tools come, the conversation starts over. Tools that are not offered are denied if the model calls them.
     * A body must select {@code find_tools}, too, for example by {@code #tool-selection}. Its id is {@code
     * tool-selection}.
     *
     * @param selector decides which tools fit
     * @param count the number of tools that fit one message or search; 20 is a good beginning
     * @throws IllegalArgumentException below 1
     */
    public static Extension toolSelection(ToolSelector selector, int count) {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "count must be at least 1; got " + count + "; to offer no tools, use a tool filter");
        }
        return new NamedExtension(
                "tool-selection",
                to -> to.addTools(ToolSelectionPolicy.search())
                        .addRequestPolicy("tool-selection", new ToolSelectionPolicy(selector, count)));
    }

    /** Supplies the current documents by title. */
    @FunctionalInterface
    public interface DocumentSource {
        /** Returns all documents; called once a turn, on the turn's thread. */
        Map<String, String> now();
    }

    /**
     * The result of an experiment.
     *
     * @param asked the request of both: the conversation up to the last user message
     * @param actual the answer of the turn
     * @param other the answer of the experiment; a failed return if it failed
     */
    public record ExperimentResult(AiBody asked, AiReturn actual, AiReturn other) {}
}
