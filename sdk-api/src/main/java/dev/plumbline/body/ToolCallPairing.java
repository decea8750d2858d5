package dev.plumbline.body;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that every tool call has exactly one result, with its id, in call order, before any other item follows. */
final class ToolCallPairing {
    private final List<? extends Interaction> interactions;

    /** The transcript that remembers its checked length; null for other lists. */
    private final @Nullable Transcript remembering;

    /** The position of the first call without a result; that of the next item if there is none. */
    private int open;

    private boolean answering;

    private ToolCallPairing(List<? extends Interaction> interactions, @Nullable Transcript remembering) {
        this.interactions = interactions;
        this.remembering = remembering;
        this.open = remembering == null ? 0 : remembering.paired();
    }

    /**
     * Returns the error; empty if there is none. A transcript remembers its checked length, so its items are checked
     * once.
     */
    static Optional<String> fault(List<? extends Interaction> interactions) {
        Transcript remembering = interactions instanceof Transcript transcript ? transcript : null;
        return remembering != null && remembering.paired() == remembering.size()
                ? Optional.empty()
                : new ToolCallPairing(interactions, remembering).walk();
    }

    private Optional<String> walk() {
        for (int i = open; i < interactions.size(); i++) {
            Interaction item = interactions.get(i);
            if (item instanceof Interaction.ToolResult result) {
                if (open == i || !answers(result)) {
                    return Optional.of("tool result at position " + i
                            + " answers no open call: it must follow its call, with its id, in call order");
                }
                answering = true;
                open = callFrom(open + 1, i + 1);
            } else if (open < i && !mayStandBetween(item)) {
                return missing(i);
            } else {
                answering = answering && open < i;
                open = callFrom(open, i + 1);
            }
            if (open == i + 1 && remembering != null) {
                remembering.isPaired(open);
            }
        }
        return open == interactions.size() ? Optional.empty() : missing(interactions.size());
    }

    private boolean answers(Interaction.ToolResult result) {
        return ((Interaction.ToolCall) interactions.get(open)).id().equals(result.callId());
    }

    /** Returns the position of the first call from {@code from} to before {@code to}; {@code to} if there is none. */
    private int callFrom(int from, int to) {
        int at = from;
        while (at < to && !(interactions.get(at) instanceof Interaction.ToolCall)) {
            at++;
        }
        return at;
    }

    /** Returns whether an item may come before the first result: a call of the same answer, or text between calls. */
    private boolean mayStandBetween(Interaction item) {
        return !answering && (item instanceof Interaction.ToolCall || item instanceof Interaction.Assistant);
    }

    private static Optional<String> missing(int position) {
        return Optional.of(
                "a tool call before position " + position + " has no result: addToolResult(…) must follow its call");
    }
}
