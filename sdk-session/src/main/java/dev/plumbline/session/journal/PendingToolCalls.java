package dev.plumbline.session.journal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tool calls that stood open when the program ended: which had an outcome, and which had begun.
 *
 * @param calls of the branch's newest entry, in order
 * @param results what is known to have come of them, by call id
 * @param started the ids of those that had begun
 */
public record PendingToolCalls(
        List<Interaction.ToolCall> calls, Map<String, ToolEnvelope> results, Set<String> started) {
    private static final String MAYBE = "The program ended while this call ran: it may or may not have had its effect.";

    /** Whether the tool calls of an entry are answered by the entry behind it. */
    public static boolean awaitsResults(ConversationEntry entry) {
        return entry.interactions().stream().anyMatch(Interaction.ToolCall.class::isInstance)
                && AiBody.unpaired(entry.interactions()).isPresent();
    }

    /** Those that may or may not have had their effect. */
    public List<Interaction.ToolCall> unknown() {
        return calls.stream().filter(this::isUnknown).toList();
    }

    private boolean isUnknown(Interaction.ToolCall call) {
        return started.contains(call.id()) && !results.containsKey(call.id());
    }

    /** What is to be said of a call that will not run again; empty for one that had not begun. */
    public Optional<ToolEnvelope> outcome(Interaction.ToolCall call) {
        return isUnknown(call)
                ? Optional.of(ToolEnvelope.failed(ToolEnvelope.Code.OUTCOME_UNKNOWN, MAYBE)
                        .withEffect(ToolEnvelope.Effect.UNKNOWN))
                : Optional.ofNullable(results.get(call.id()));
    }

    /** A batch in which those are answered that must not run again: a tool for which twice is as good as once may. */
    public Hook.RequestedTools answered(Hook.RequestedTools batch) {
        Hook.RequestedTools rest = batch;
        for (Interaction.ToolCall call : batch.calls()) {
            Optional<ToolEnvelope> known =
                    isUnknown(call) && mayRunTwice(batch.tool(call)) ? Optional.empty() : outcome(call);
            rest = known.isPresent() ? rest.answer(call, known.get()) : rest;
        }
        return rest;
    }

    private static boolean mayRunTwice(Optional<ToolDefinition> tool) {
        return tool.filter(known -> known.isIdempotent() || known.isReadOnly()).isPresent();
    }
}
