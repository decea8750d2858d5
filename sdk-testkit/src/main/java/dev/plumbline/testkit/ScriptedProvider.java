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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A model that says what the test wrote down: one step of the script answers one call, in order. Answers report 10 input
 * tokens and one output token for each piece, unless {@link #usage} says otherwise. A call that is not in the script fails
 * with INTERNAL and says so. Honours cancellation between pieces. Safe for any number of threads; the script may grow
 * while it plays.
 */
public final class ScriptedProvider implements AiProvider {
    private final List<ScriptedAnswer> script = new ArrayList<>();
    private final List<AiCall> calls = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private Optional<Usage> usage = Optional.empty();
    private boolean roundOpen;
    private int toolCalls;
    private int unexpected;
    private int played;
    private boolean repeats;

    private ScriptedProvider() {}

    /** An empty script. */
    public static ScriptedProvider create() {
        return new ScriptedProvider();
    }

    /** One answer, streamed in these pieces, that stops with STOP. */
    public ScriptedProvider says(String... pieces) {
        return answers(texts(pieces), FinishReason.STOP);
    }

    /** A tool call; several in a row make one round, up to {@link #nextRound}. Ids are call_1, call_2 and so on. */
    public synchronized ScriptedProvider callsTool(String name, Map<String, ?> arguments) {
        return callsTool("call_" + (toolCalls + 1), name, arguments);
    }

    /** A tool call with that id; several in a row make one round, up to {@link #nextRound}. */
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

    /** One answer of exactly these deltas: nothing is added, neither usage nor a finish reason. */
    public ScriptedProvider streams(List<AiDelta> deltas) {
        return add(ScriptedAnswer.of(deltas));
    }

    /** An answer that is an error of that category. */
    public ScriptedProvider fails(AiError.Category category) {
        return failsWith(AiError.of(category, "scripted", "the script says that this call fails"));
    }

    /** An answer that is this error. */
    public ScriptedProvider failsWith(AiError error) {
        return add(ScriptedAnswer.of(List.of()).withError(error));
    }

    /** An answer of which this text arrives, and then the error. */
    public ScriptedProvider failsAfter(String text, AiError error) {
        return failsAfter(texts(text), error);
    }

    /** An answer of which exactly these deltas arrive, and then the error. */
    public ScriptedProvider failsAfter(List<AiDelta> deltas, AiError error) {
        return add(ScriptedAnswer.of(deltas).withError(error));
    }

    /** An answer of which these pieces arrive, and then nothing until the call is cancelled. */
    public ScriptedProvider blocksUntilCancelled(String... pieces) {
        return add(ScriptedAnswer.of(texts(pieces)).withBlocking());
    }

    /** A wait in front of the next step, by the call's cancellation: give that one a virtual clock. */
    public synchronized ScriptedProvider pauses(Duration time) {
        pauses.add(time);
        roundOpen = false;
        return this;
    }

    /** Sets what the answers written after this one report. */
    public synchronized ScriptedProvider usage(Usage each) {
        usage = Optional.of(each);
        return this;
    }

    /** Begins anew at the end of the script. */
    public synchronized ScriptedProvider repeats() {
        repeats = true;
        return this;
    }

    /** What it was asked, in the order in which the calls came. */
    public synchronized List<AiCall> calls() {
        return List.copyOf(calls);
    }

    /** How many steps of the script have not been played. */
    public synchronized int left() {
        return Math.max(0, script.size() - played);
    }

    /**
     * Checks that the script was played to its end, and no call came that is not in it.
     *
     * @throws AssertionError when it was not
     */
    public synchronized void expectPlayed() {
        if (left() > 0 || unexpected > 0) {
            throw new AssertionError(calls.size() + " calls came; " + left() + " steps of the script were not played, "
                    + unexpected + " calls were not in it");
        }
    }

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public String defaultModel() {
        return "script";
    }

    @Override
    public AiReturn call(AiCall call) {
        return next(call).play(call);
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
