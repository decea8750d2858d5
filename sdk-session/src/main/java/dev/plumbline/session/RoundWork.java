package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.ContextSnapshot;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One round of a turn as far as it got. The loop fills it in place, step by step; stages of a list get copies, which nobody
 * changes. Used by the turn's thread.
 */
final class RoundWork implements Stage.Work {
    final Turn turn;

    /** Its number, from 1. */
    int round = 1;

    /** What is sent. */
    Transcript conversation;

    /** What the sources said that are read once per turn; null before they were read. */
    @Nullable
    ContextSnapshot facts;

    /** What all sources said, for this round. */
    ContextSnapshot context = ContextSnapshot.EMPTY;

    /** What came back; null before the model was asked. */
    @Nullable
    AiReturn ret;

    /** The tools the model could call when it said so; null before it was asked. */
    @Nullable
    List<ToolDefinition> offered;

    /** The tool calls of this round. */
    List<Interaction.ToolCall> open = List.of();

    /** Their outcomes, once they are stored. */
    List<Interaction.ToolResult> results = List.of();

    /** Whether the rounds are used up: one answer without tools. */
    boolean last;

    /** Why the turn ends although the model did not fail; null when it does not. */
    @Nullable
    AiError refusal;

    /** The first round of a turn. */
    RoundWork(Turn turn) {
        this.turn = turn;
        this.conversation = turn.conversation();
    }

    private RoundWork(RoundWork work) {
        turn = work.turn;
        round = work.round;
        conversation = work.conversation;
        facts = work.facts;
        context = work.context;
        ret = work.ret;
        offered = work.offered;
        open = work.open;
        results = work.results;
        last = work.last;
        refusal = work.refusal;
    }

    /** A copy for a stage to fill. */
    static RoundWork copy(Stage.Work work) {
        return new RoundWork((RoundWork) work);
    }

    @Override
    public int round() {
        return round;
    }

    @Override
    public List<Interaction> conversation() {
        return conversation;
    }

    @Override
    public Optional<AiReturn> ret() {
        return Optional.ofNullable(ret);
    }

    @Override
    public List<Interaction.ToolCall> open() {
        return open;
    }

    @Override
    public Cancellation cancellation() {
        return turn.cancellation();
    }

    @Override
    public RoundWork withConversation(List<? extends Interaction> view) {
        RoundWork copy = copy(this);
        copy.conversation = conversation.reuse(view);
        return copy;
    }

    @Override
    public RoundWork withRet(AiReturn arrived) {
        RoundWork copy = copy(this);
        copy.ret = arrived;
        return copy;
    }

    /** Appends interactions to the conversation of the round. */
    void add(List<? extends Interaction> added) {
        if (!added.isEmpty()) {
            conversation = conversation.appendAll(added);
        }
    }

    /** The next round begins, which may be one without tools. */
    void next(boolean withoutTools) {
        round++;
        ret = null;
        offered = null;
        open = List.of();
        results = List.of();
        last = withoutTools;
        refusal = null;
    }

    /** Why the turn fails if it ends with this work; null when it does not. */
    @Nullable
    AiError failure() {
        return refusal != null || ret == null ? refusal : ret.error().orElse(null);
    }
}
