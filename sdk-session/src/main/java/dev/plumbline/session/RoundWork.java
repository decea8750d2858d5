package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.PolicyChain;
import java.util.List;
import java.util.Optional;

/**
 * The work of the recommended stages.
 *
 * @param turn whose
 * @param round its number, from 1
 * @param conversation what is sent
 * @param facts what the sources said that are read once per turn; empty before they were read
 * @param context what all sources said, for this round
 * @param ret what came back
 * @param offered the tools the model could call when it said so; empty before it was asked
 * @param open the tool calls of this round
 * @param results their outcomes, once they are stored
 * @param last whether the rounds are used up: one answer without tools
 * @param refusal why the turn ends although the model did not fail
 */
record RoundWork(
        Turn turn,
        int round,
        Transcript conversation,
        Optional<ContextSnapshot> facts,
        ContextSnapshot context,
        Optional<AiReturn> ret,
        Optional<List<ToolDefinition>> offered,
        List<Interaction.ToolCall> open,
        List<Interaction.ToolResult> results,
        boolean last,
        Optional<AiError> refusal)
        implements Stage.Work {

    static RoundWork first(Turn turn) {
        return new RoundWork(
                turn,
                1,
                turn.conversation(),
                Optional.empty(),
                ContextSnapshot.EMPTY,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                false,
                Optional.empty());
    }

    static RoundWork of(Stage.Work work) {
        return (RoundWork) work;
    }

    @Override
    public Cancellation cancellation() {
        return turn.cancellation();
    }

    @Override
    public RoundWork withConversation(List<? extends Interaction> view) {
        return new RoundWork(
                turn, round, conversation.reuse(view), facts, context, ret, offered, open, results, last, refusal);
    }

    @Override
    public RoundWork withRet(AiReturn arrived) {
        return new RoundWork(
                turn, round, conversation, facts, context, Optional.of(arrived), offered, open, results, last, refusal);
    }

    RoundWork withAnswer(PolicyChain.Answer answer) {
        return new RoundWork(
                turn,
                round,
                conversation,
                facts,
                context,
                Optional.of(answer.ret()),
                Optional.of(answer.offered()),
                open,
                results,
                last,
                refusal);
    }

    RoundWork withAdded(List<? extends Interaction> added) {
        return new RoundWork(
                turn, round, conversation.appendAll(added), facts, context, ret, offered, open, results, last, refusal);
    }

    RoundWork withContext(ContextSnapshot once, ContextSnapshot now) {
        return new RoundWork(
                turn, round, conversation, Optional.of(once), now, ret, offered, open, results, last, refusal);
    }

    RoundWork withOpen(List<Interaction.ToolCall> calls) {
        return new RoundWork(turn, round, conversation, facts, context, ret, offered, calls, results, last, refusal);
    }

    /** A copy with the results stored, and so in the conversation. */
    RoundWork withResults(List<Interaction.ToolResult> stored) {
        RoundWork longer = withAdded(stored);
        return new RoundWork(
                turn, round, longer.conversation, facts, context, ret, offered, open, stored, last, refusal);
    }

    RoundWork withRefusal(Optional<AiError> why) {
        return new RoundWork(turn, round, conversation, facts, context, ret, offered, open, results, last, why);
    }

    /** The work of the next round, which may be one without tools. */
    RoundWork following(boolean withoutTools) {
        return new RoundWork(
                turn,
                round + 1,
                conversation,
                facts,
                context,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                withoutTools,
                Optional.empty());
    }

    /** Why the turn fails, if it ends with this work. */
    Optional<AiError> failure() {
        return refusal.or(() -> ret.flatMap(AiReturn::error));
    }
}
