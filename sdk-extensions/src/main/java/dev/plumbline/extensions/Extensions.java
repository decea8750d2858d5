package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.plugin.Extension;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** The built-in extensions, each given to {@code builder.addExtension(…)}. One instance serves all sessions of a runtime. */
public final class Extensions {

    private Extensions() {}

    /**
     * Writes every event of telemetry as one line: what failed as a warning, turns and sessions as information, the rest for
     * debugging. No line holds what was said, because events do not. Its id is {@code logging}.
     */
    public static Extension logging(System.Logger log) {
        return new NamedExtension("logging", to -> to.addObserver(new LoggingObserver(log)));
    }

    /**
     * Takes the tools away for one last answer when every tool call of so many rounds in a row has failed: the model says
     * what went wrong where it would try for ever. Its id is {@code error-tracking}.
     *
     * @throws IllegalArgumentException below 1
     */
    public static Extension errorTracking(int rounds) {
        if (rounds < 1) {
            throw new IllegalArgumentException("at least 1 round must have failed; to allow no tools, filter them");
        }
        return new NamedExtension("error-tracking", to -> to.addHook("error-tracking", new FailedRoundLimiter(rounds)));
    }

    /**
     * Lets the model keep notes over conversations: the tools {@code remember} and {@code forget}, tagged {@code #memory},
     * and the fact {@code memory} with all of them, read once a turn. A body asks for both: {@code toolFilter("#memory")},
     * {@code contextFilter("memory")}. Text that a model reads may instruct it to remember something, so where it
     * reads untrusted text, let approval rules ask for {@code #memory}. Its id is {@code memory}.
     */
    public static Extension memory(NoteStore notebook) {
        return new NamedExtension(
                "memory", to -> to.addTools(NoteTools.of(notebook)).addContext("memory", notebook::notes));
    }

    /**
     * Sends the model documents that it cannot change, as one fact under that key, read once a turn. When not all of them
     * fit, those that share most words with the question are sent; each one as a whole or not at all. Its id is
     * {@code documents-} and the key.
     *
     * @param key what context filters name
     * @param texts by title, as they are now
     * @param characters how many are sent at most
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
     * Looks at the conversation before each call and adds the instructions that apply: be brief in a long one, say something
     * else when the same question comes again. Added to what is sent, never stored; the trace says which. Its id is
     * {@code analysis}.
     */
    public static Extension analysis(ConditionalInstruction... advice) {
        List<ConditionalInstruction> all = List.of(advice);
        return new NamedExtension(
                "analysis", to -> to.addRequestPolicy("analysis", call -> ConditionalInstruction.given(all, call)));
    }

    /**
     * Asks another model, or in another way, what a turn has just answered, and hands over both answers. It happens beside
     * the conversation, which does not wait for it and does not learn of it. Its id is {@code experiment-} and the name.
     *
     * @param name for {@code describe()} and errors
     * @param other asks; for example {@code other::send} of another runtime
     * @param beside where it asks: not the thread of the turn
     * @param heard gets both answers, on that thread; what it throws reaches that thread
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

    /** Documents by title, as they are now. */
    @FunctionalInterface
    public interface DocumentSource {
        /** All of them; called once a turn, on the turn's thread. */
        Map<String, String> now();
    }

    /**
     * What an experiment amounted to.
     *
     * @param asked what both were asked: the conversation up to the last thing a person said
     * @param actual what the turn answered
     * @param other what the experiment answered; failed when it could not
     */
    public record ExperimentResult(AiBody asked, AiReturn actual, AiReturn other) {}
}
