package dev.plumbline.assistant;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Interaction.ToolCall;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a conversation no longer knows once an earlier question is asked again: the one place that decides it. Immutable.
 *
 * @param entries the entries that are not sent any more, oldest first
 * @param done the calls that had an effect, so that they may have it twice
 * @param unknown the calls of which nobody knows whether they had their effect
 * @param unanswered the messages of the person after the question that no answer was to, oldest first
 */
record CutOff(
        List<ConversationEntry> entries,
        List<ToolCall> done,
        List<ToolCall> unknown,
        List<Interaction.User> unanswered) {

    /**
     * Computes it.
     *
     * @param path the entries of the branch
     * @param question the question that is asked again
     * @param begun the ids of the calls without a result that had begun when a program ended
     * @param changesNothing whether a tool of that name only reads
     */
    static CutOff of(
            List<ConversationEntry> path,
            ConversationEntry question,
            Set<String> begun,
            Predicate<String> changesNothing) {
        int from = 0;
        for (int i = 0; i < path.size(); i++) {
            if (question.parent().filter(path.get(i).id()::equals).isPresent()) {
                from = i + 1;
            }
        }
        List<ConversationEntry> cut = List.copyOf(path.subList(from, path.size()));
        Map<String, ToolEnvelope> results = new HashMap<>();
        cut.forEach(entry -> entry.interactions().forEach(item -> {
            if (item instanceof Interaction.ToolResult result) {
                results.put(result.callId(), result.envelope());
            }
        }));
        List<ToolCall> done = new ArrayList<>();
        List<ToolCall> unknown = new ArrayList<>();
        cut.forEach(entry -> entry.interactions().forEach(item -> {
            if (item instanceof ToolCall call && !changesNothing.test(call.name())) {
                ToolEnvelope result = results.get(call.id());
                switch (result == null
                        ? begun.contains(call.id()) ? ToolEnvelope.Effect.UNKNOWN : ToolEnvelope.Effect.NOT_STARTED
                        : result.failure().map(ToolEnvelope.Failure::effect).orElse(ToolEnvelope.Effect.DONE)) {
                    case DONE -> done.add(call);
                    case UNKNOWN -> unknown.add(call);
                    case NOT_STARTED -> {}
                }
            }
        }));
        return new CutOff(cut, List.copyOf(done), List.copyOf(unknown), unanswered(cut, question));
    }

    private static List<Interaction.User> unanswered(List<ConversationEntry> cut, ConversationEntry question) {
        List<Interaction.User> unanswered = new ArrayList<>();
        for (ConversationEntry entry : cut) {
            if (entry.kind() == Interaction.Kind.ASSISTANT && entry.isSent()) {
                unanswered.clear();
            } else if (!entry.id().equals(question.id())) {
                entry.interactions().forEach(item -> {
                    if (item instanceof Interaction.User said) {
                        unanswered.add(said);
                    }
                });
            }
        }
        return List.copyOf(unanswered);
    }

    /** Returns whether no call may have had an effect. */
    boolean isWithoutEffect() {
        return done.isEmpty() && unknown.isEmpty();
    }

    /** Returns the names of the tools of calls, for people, with their number if it is more than one. */
    static String names(List<ToolCall> calls) {
        Map<String, Long> counts = calls.stream()
                .collect(Collectors.groupingBy(
                        call -> call.name().replace('_', ' '), LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(each -> each.getKey() + (each.getValue() > 1 ? " (" + each.getValue() + ")" : ""))
                .collect(Collectors.joining(", "));
    }
}
