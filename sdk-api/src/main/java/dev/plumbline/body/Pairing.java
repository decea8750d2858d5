package dev.plumbline.body;

import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** The rule that every tool call has exactly one result, with its id, in call order, before anything else follows. */
final class Pairing {
    private final List<? extends Interaction> interactions;

    /** Receives the number of leading items that are complete. */
    private final IntConsumer whole;

    /** The position of the first call without a result; where the next item is looked at when there is none. */
    private int open;

    private boolean answering;

    private Pairing(List<? extends Interaction> interactions, int from, IntConsumer whole) {
        this.interactions = interactions;
        this.open = from;
        this.whole = whole;
    }

    /** What is wrong; a transcript remembers how far it was found whole, and is not walked again from its beginning. */
    static Optional<String> fault(List<? extends Interaction> interactions) {
        return interactions instanceof Transcript transcript
                ? new Pairing(transcript, transcript.paired(), transcript::isPaired).walk()
                : new Pairing(interactions, 0, length -> {}).walk();
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
            if (open == i + 1) {
                whole.accept(open);
            }
        }
        return open == interactions.size() ? Optional.empty() : missing(interactions.size());
    }

    private boolean answers(Interaction.ToolResult result) {
        return ((Interaction.ToolCall) interactions.get(open)).id().equals(result.callId());
    }

    /** The first call at or behind {@code from} and before {@code to}; {@code to} when there is none. */
    private int callFrom(int from, int to) {
        int at = from;
        while (at < to && !(interactions.get(at) instanceof Interaction.ToolCall)) {
            at++;
        }
        return at;
    }

    /** Calls of one answer, and the text between them, come before the first result. */
    private boolean mayStandBetween(Interaction item) {
        return !answering && (item instanceof Interaction.ToolCall || item instanceof Interaction.Assistant);
    }

    private static Optional<String> missing(int position) {
        return Optional.of(
                "a tool call before position " + position + " has no result: addToolResult(…) must follow its call");
    }
}
