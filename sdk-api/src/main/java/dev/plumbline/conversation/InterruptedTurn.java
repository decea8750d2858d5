package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import java.util.List;
import java.util.Objects;

/**
 * A turn that was running when the program ended.
 *
 * @param branch the branch on which it ran; a session of that branch continues it
 * @param turn its id
 * @param unknownOutcomes the tool calls that had begun and have no result, with the arguments with which they ran
 */
public record InterruptedTurn(String branch, String turn, List<Interaction.ToolCall> unknownOutcomes) {
    public InterruptedTurn {
        Objects.requireNonNull(branch, "branch");
        Objects.requireNonNull(turn, "turn");
        unknownOutcomes = List.copyOf(unknownOutcomes);
    }
}
