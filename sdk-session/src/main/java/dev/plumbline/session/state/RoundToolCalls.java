package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.session.journal.PendingToolCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tool calls of the running round with their results. Guarded by the conversation's lock. */
final class RoundToolCalls {
    private List<Interaction.ToolCall> calls = List.of();
    private Map<String, Interaction.ToolResult> answered = Map.of();
    private Set<String> running = Set.of();

    /** Sets the calls to answer. */
    void take(List<Interaction.ToolCall> open) {
        calls = open;
        if (!open.isEmpty()) {
            answered = new HashMap<>();
            running = new HashSet<>();
        }
    }

    void started(Interaction.ToolCall call) {
        running.add(call.id());
    }

    void answered(Interaction.ToolResult result) {
        running.remove(result.callId());
        answered.put(result.callId(), result);
    }

    /** Answers every call that has no result with that envelope, and returns these results. */
    List<Interaction.ToolResult> answerAll(ToolEnvelope envelope) {
        List<Interaction.ToolResult> more = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            if (!isAnswered(call)) {
                Interaction.ToolResult result = new Interaction.ToolResult(call.id(), envelope);
                answered(result);
                more.add(result);
            }
        }
        return more;
    }

    boolean isAnswered(Interaction.ToolCall call) {
        return answered.containsKey(call.id());
    }

    /** Returns the results so far, in call order. */
    List<Interaction.ToolResult> results() {
        if (calls.isEmpty()) {
            return List.of();
        }
        List<Interaction.ToolResult> results = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            Interaction.ToolResult result = answered.get(call.id());
            if (result != null) {
                results.add(result);
            }
        }
        return results;
    }

    /** Removes all calls after their results are stored. */
    void clear() {
        calls = List.of();
        answered = Map.of();
        running = Set.of();
    }

    /**
     * Returns results for the calls that have none yet; for calls that run, the effect is unknown.
     *
     * @param before the calls that started before the program ended; null if there are none
     */
    List<Interaction.ToolResult> rest(@Nullable PendingToolCalls before, ToolEnvelope.Code code, String why) {
        if (calls.isEmpty()) {
            return List.of();
        }
        List<Interaction.ToolResult> rest = new ArrayList<>();
        for (Interaction.ToolCall call : calls) {
            if (!isAnswered(call)) {
                Optional<ToolEnvelope> known = before == null ? Optional.empty() : before.outcome(call);
                rest.add(new Interaction.ToolResult(call.id(), known.orElse(ended(call, code, why))));
            }
        }
        return rest;
    }

    /** Returns the code of calls that did not run because the turn ended with that error. */
    static ToolEnvelope.Code code(@Nullable AiError error) {
        boolean spent = error != null
                && (error.category() == AiError.Category.BUDGET || error.category() == AiError.Category.TIMEOUT_TOTAL);
        return spent ? ToolEnvelope.Code.BUDGET : ToolEnvelope.Code.CANCELLED;
    }

    private ToolEnvelope ended(Interaction.ToolCall call, ToolEnvelope.Code code, String why) {
        boolean runs = running.contains(call.id());
        return ToolEnvelope.failed(code, why)
                .withEffect(runs ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED);
    }
}
