package dev.plumbline.testkit;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.testkit.internal.BoundCallLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A provider with scripted answers: each step of the script answers one call, in order. Answers report 10 input
 * tokens and one output token for each piece, unless {@link #usage} says otherwise. A call beyond the script fails with
 * INTERNAL. Cancellation is checked between pieces. Thread-safe; steps can be added while the script is played.
 */
public final class ScriptedProvider implements AiProvider {
    private final String id;
    private final List<ScriptedAnswer> script = new ArrayList<>();
    private final List<AiCall> calls = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private Optional<Usage> usage = Optional.empty();
    private final Optional<BindingProvider> bound;
    private boolean roundOpen;
    private int toolCalls;
    private int unexpected;
    private int played;
    private boolean repeats;

    private ScriptedProvider(String id) {
        this.id = id;
        this.bound = BoundCallLog.ofRun().map(log -> new BindingProvider(new Played(this), Optional.of(log)));
    }

    /** Returns an empty script of the provider {@code scripted}. */
    public static ScriptedProvider create() {
        return create("scripted");
    }

    /**
     * Returns an empty script of a provider with that id, so that a runtime can have several: a model and its fallback
     * {@code other:script}.
     */
    public static ScriptedProvider create(String id) {
        return new ScriptedProvider(id);
    }

    /** Adds an answer, streamed in these pieces, with the finish reason STOP. */
    public ScriptedProvider says(String... pieces) {
        return answers(texts(pieces), FinishReason.STOP);
    }

    /** Adds a tool call; consecutive ones are one round, up to {@link #nextRound}. Ids are call_1, call_2 and so on. */
    public synchronized ScriptedProvider callsTool(String name, Map<String, ?> arguments) {
        return callsTool("call_" + (toolCalls + 1), name, arguments);
    }

    /** Adds a tool call with that id; consecutive ones are one round, up to {@link #nextRound}. */
    public synchronized ScriptedProvider callsTool(String id, String name, Map<String, ?> arguments) {
        toolCalls++;
        Optional<ScriptedAnswer> round = roundOpen ? Optional.of(script.remove(script.size() - 1)) : Optional.empty();
        List<AiDelta> parts = new ArrayList<>(round.map(ScriptedAnswer::content).orElse(List.of()));
        parts.add(new AiDelta.ToolCallPart(
                parts.size(), id, name, Json.of(arguments).text()));
        round.ifPresent(before -> pauses.addAll(before.pauses()));
        answers(parts, FinishReason.TOOL_CALLS);
        roundOpen = true;
        return this;
    }

    /** Ends a round of tool calls: the next {@link #callsTool} answers another call. */
    public synchronized ScriptedProvider nextRound() {
        roundOpen = false;
        return this;
    }

    /** Adds an answer of exactly these deltas, without additional usage and finish reason. */
    public ScriptedProvider streams(List<AiDelta> deltas) {
        return add(ScriptedAnswer.of(deltas));
    }

    /** Adds an answer that fails with an error of that category. */
    public ScriptedProvider fails(AiError.Category category) {
        return failsWith(AiError.of(category, "scripted", "the script says that this call fails"));
    }

    /** Adds an answer that fails with this error. */
    public ScriptedProvider failsWith(AiError error) {
        return add(ScriptedAnswer.of(List.of()).withError(error));
    }

    /** Adds an answer that streams this text and then fails with the error. */
    public ScriptedProvider failsAfter(String text, AiError error) {
        return failsAfter(texts(text), error);
    }

    /** Adds an answer that streams exactly these deltas and then fails with the error. */
    public ScriptedProvider failsAfter(List<AiDelta> deltas, AiError error) {
        return add(ScriptedAnswer.of(deltas).withError(error));
    }

    /** Adds an answer that streams these pieces and then waits until the call is cancelled. */
    public ScriptedProvider blocksUntilCancelled(String... pieces) {
        return add(ScriptedAnswer.of(texts(pieces)).withBlocking());
    }

    /**
     * Adds a wait before the next step; the call's cancellation, which should have a virtual clock, does the waiting.
     */
    public synchronized ScriptedProvider pauses(Duration time) {
        pauses.add(time);
        roundOpen = false;
        return this;
    }

    /** Sets the usage of the answers that are added after this call. */
    public synchronized ScriptedProvider usage(Usage each) {
        usage = Optional.of(each);
        return this;
    }

    /** Repeats the script from the beginning at its end. */
    public synchronized ScriptedProvider repeats() {
        repeats = true;
        return this;
    }

    /** Returns the calls, in order. */
    public synchronized List<AiCall> calls() {
        return List.copyOf(calls);
    }

    /** Returns the number of steps that have not been played. */
    public synchronized int left() {
        return Math.max(0, script.size() - played);
    }

    /**
     * Checks that the script was played to its end and no further call came.
     *
     * @throws AssertionError otherwise
     */
    public synchronized void expectPlayed() {
        if (left() > 0 || unexpected > 0) {
            throw new AssertionError(calls.size() + " calls came; " + left() + " steps of the script were not played, "
                    + unexpected + " calls were not in it");
        }
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String defaultModel() {
        return "script";
    }

    @Override
    public AiReturn call(AiCall call) {
        return bound.isPresent() ? bound.get().call(call) : played(call);
    }

    private AiReturn played(AiCall call) {
        return next(call).play(call);
    }

    /** The script alone, whose answers are bound by another provider. */
    private record Played(ScriptedProvider script) implements AiProvider {
        @Override
        public AiReturn call(AiCall call) {
            return script.played(call);
        }

        @Override
        public String id() {
            return script.id();
        }

        @Override
        public String defaultModel() {
            return script.defaultModel();
        }
    }

    private synchronized ScriptedAnswer next(AiCall call) {
        calls.add(call);
        roundOpen = false;
        boolean again = repeats && !script.isEmpty();
        if (left() == 0 && !again) {
            unexpected++;
            throw new AiException(AiError.of(
                    AiError.Category.INTERNAL,
                    "script",
                    "call " + calls.size() + " is not in the script: add says(…), callsTool(…) or fails(…) for it"));
        }
        return script.get(played++ % script.size());
    }

    private synchronized ScriptedProvider answers(List<AiDelta> content, FinishReason reason) {
        return add(ScriptedAnswer.of(content).withEnd(usage.orElse(Usage.of(10, content.size())), reason));
    }

    private synchronized ScriptedProvider add(ScriptedAnswer answer) {
        script.add(answer.withPauses(pauses));
        pauses.clear();
        roundOpen = false;
        return this;
    }

    private static List<AiDelta> texts(String... pieces) {
        return Arrays.stream(pieces)
                .filter(Predicate.not(String::isEmpty))
                .<AiDelta>map(AiDelta.Text::new)
                .toList();
    }
}
