package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How far a turn has got: what it needs to be closed at any moment. Guarded by the conversation's lock. */
final class Progress {
    final Branch before;
    final List<Interaction> added = new ArrayList<>();
    final Tally tally = new Tally();
    Optional<Shown> showing = Optional.empty();
    List<Interaction.ToolCall> open = List.of();
    private final Map<String, Interaction.ToolResult> answered = new HashMap<>();
    private final Set<String> running = new HashSet<>();
    List<Interaction.User> interjections = new ArrayList<>();

    /** Whether what a person says now would come too late for this turn. */
    boolean deaf;

    long mark;

    Progress(Branch before, long now) {
        this.before = before;
        this.mark = now;
    }

    /** Whether that call has its outcome. */
    boolean isAnswered(Interaction.ToolCall call) {
        return answered.containsKey(call.id());
    }

    void starts(Interaction.ToolCall call) {
        running.add(call.id());
    }

    void answered(Interaction.ToolResult result) {
        running.remove(result.callId());
        answered.put(result.callId(), result);
    }

    /** The outcomes there are, in call order. */
    List<Interaction.ToolResult> results() {
        return open.stream()
                .map(call -> Optional.ofNullable(answered.get(call.id())))
                .flatMap(Optional::stream)
                .toList();
    }

    /** They are stored. */
    void forgetResults() {
        answered.clear();
        running.clear();
    }

    /**
     * Results for the calls that have none yet; those that run may or may not have had their effect.
     *
     * @param before what is known of calls that began before the program ended
     */
    List<Interaction.ToolResult> outstanding(Optional<Interrupted> before, ToolEnvelope.Code code, String why) {
        List<Interaction.ToolResult> rest = new ArrayList<>();
        for (Interaction.ToolCall call : open) {
            if (!isAnswered(call)) {
                boolean runs = running.contains(call.id());
                ToolEnvelope.Effect effect = runs ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED;
                ToolEnvelope ended = ToolEnvelope.failed(code, why).withEffect(effect);
                Optional<ToolEnvelope> known = before.flatMap(open -> open.outcome(call));
                rest.add(new Interaction.ToolResult(call.id(), known.orElse(ended)));
            }
        }
        return rest;
    }
}
