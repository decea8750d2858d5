package dev.plumbline.session.state;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.session.journal.PendingToolCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tool calls of the round that runs: which run, and what came of them. Guarded by the conversation's lock. */
final class RoundToolCalls {
    private List<Interaction.ToolCall> calls = List.of();
    private final Map<String, Interaction.ToolResult> answered = new HashMap<>();
    private final Set<String> running = new HashSet<>();

    /** These are to be answered from now on. */
    void take(List<Interaction.ToolCall> open) {
        calls = open;
    }

    void started(Interaction.ToolCall call) {
        running.add(call.id());
    }

    void answered(Interaction.ToolResult result) {
        running.remove(result.callId());
        answered.put(result.callId(), result);
    }

    boolean isAnswered(Interaction.ToolCall call) {
        return answered.containsKey(call.id());
    }

    /** The outcomes there are, in call order. */
    List<Interaction.ToolResult> results() {
        List<Interaction.ToolResult> results = new ArrayList<>(calls.size());
        for (Interaction.ToolCall call : calls) {
            Interaction.ToolResult result = answered.get(call.id());
            if (result != null) {
                results.add(result);
            }
        }
        return results;
    }

    /** The outcomes are stored. */
    void clear() {
        calls = List.of();
        answered.clear();
        running.clear();
    }

    /**
     * Results for the calls that have none yet; those that run may or may not have had their effect.
     *
     * @param before what is known of calls that began before the program ended; null when nothing is
     */
    List<Interaction.ToolResult> rest(@Nullable PendingToolCalls before, ToolEnvelope.Code code, String why) {
        List<Interaction.ToolResult> rest = new ArrayList<>();
        for (Interaction.ToolCall call : calls) {
            if (!isAnswered(call)) {
                Optional<ToolEnvelope> known = before == null ? Optional.empty() : before.outcome(call);
                rest.add(new Interaction.ToolResult(call.id(), known.orElse(ended(call, code, why))));
            }
        }
        return rest;
    }

    private ToolEnvelope ended(Interaction.ToolCall call, ToolEnvelope.Code code, String why) {
        boolean runs = running.contains(call.id());
        return ToolEnvelope.failed(code, why)
                .withEffect(runs ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED);
    }
}
