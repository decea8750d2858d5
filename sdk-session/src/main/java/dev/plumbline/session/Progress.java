package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How far a turn has got: what it needs to be closed at any moment. Guarded by the conversation's lock. */
final class Progress {
    final Branch before;
    final List<Interaction> added = new ArrayList<>();
    final Tally tally = new Tally();
    Optional<Shown> showing = Optional.empty();
    List<Interaction.ToolCall> open = List.of();
    List<Interaction.ToolResult> results = new ArrayList<>();
    List<Interaction.User> interjections = new ArrayList<>();
    boolean toolRuns;

    /** Whether what a person says now would come too late for this turn. */
    boolean deaf;

    long mark;

    Progress(Branch before, long now) {
        this.before = before;
        this.mark = now;
    }

    /** Results for the calls that have none yet; the one that runs may or may not have had its effect. */
    List<Interaction.ToolResult> outstanding(ToolEnvelope.Code code, String why) {
        List<Interaction.ToolResult> rest = new ArrayList<>();
        for (Interaction.ToolCall call : open.subList(results.size(), open.size())) {
            boolean runs = toolRuns && rest.isEmpty();
            ToolEnvelope.Effect effect = runs ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED;
            ToolEnvelope envelope = ToolEnvelope.failed(code, why).withEffect(effect);
            rest.add(new Interaction.ToolResult(call.id(), envelope));
        }
        return rest;
    }
}
