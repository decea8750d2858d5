package dev.plumbline.body;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The rule that every tool call has exactly one result, with its id, in call order, before anything else follows. */
final class Pairing {

    private Pairing() {}

    static Optional<String> fault(List<? extends Interaction> interactions) {
        Deque<Interaction.ToolCall> open = new ArrayDeque<>();
        boolean answering = false;
        for (int i = 0; i < interactions.size(); i++) {
            Interaction item = interactions.get(i);
            if (item instanceof Interaction.ToolResult result) {
                answering = true;
                Interaction.ToolCall call = open.poll();
                if (call == null || !call.id().equals(result.callId())) {
                    return Optional.of("tool result at position " + i
                            + " answers no open call: it must follow its call, with its id, in call order");
                }
            } else if (open.isEmpty() || mayStandBetween(item, answering)) {
                answering &= !open.isEmpty();
                if (item instanceof Interaction.ToolCall call) {
                    open.add(call);
                }
            } else {
                return missing(i);
            }
        }
        return open.isEmpty() ? Optional.empty() : missing(interactions.size());
    }

    /** Calls of one answer, and the words between them, come before the first result. */
    private static boolean mayStandBetween(Interaction item, boolean answering) {
        return !answering && (item instanceof Interaction.ToolCall || item instanceof Interaction.Assistant);
    }

    private static Optional<String> missing(int position) {
        return Optional.of(
                "a tool call before position " + position + " has no result: addToolResult(…) must follow its call");
    }
}
