package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiError;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.session.TurnPipeline.TurnStage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data of one round of a turn so far. A stage fills its own copy and passes it on; nobody changes it then.
 */
public final class RoundContext implements TurnStage.RoundView {
    final Turn turn;

    /** The number of the round, from 1. */
    int round = 1;

    /** The transcript to send. */
    Transcript conversation;

    /** The facts that are read once per turn; null before they are read. */
    @Nullable
    ContextSnapshot facts;

    /** The facts of all sources for this round. */
    ContextSnapshot context = ContextSnapshot.EMPTY;

    /** The model's return; null before the model is called. */
    @Nullable
    AiReturn ret;

    /** The tools that were offered to the model; null before the call. */
    @Nullable
    List<ToolDefinition> offered;

    /** The facts that policies added to the call; empty if there are none. */
    Optional<Interaction.Context> added = Optional.empty();

    /** The tool calls of this round. */
    List<Interaction.ToolCall> open = List.of();

    /** Their results, once they are stored. */
    List<Interaction.ToolResult> results = List.of();

    /** Whether this is the last round, in which tools are declared and may not be called. */
    boolean last;

    /** Whether a last round was followed by another one, because the model called a tool there; once per turn. */
    boolean extended;

    /** The error that ends the turn although the model did not fail; null if there is none. */
    @Nullable
    AiError refusal;

    /** Creates the first round of a turn. */
    RoundContext(Turn turn) {
        this.turn = turn;
        this.conversation = turn.conversation();
    }

    private RoundContext(RoundContext work) {
        turn = work.turn;
        round = work.round;
        conversation = work.conversation;
        facts = work.facts;
        context = work.context;
        ret = work.ret;
        offered = work.offered;
        added = work.added;
        open = work.open;
        results = work.results;
        last = work.last;
        extended = work.extended;
        refusal = work.refusal;
    }

    /** Returns a copy that a stage can fill. */
    static RoundContext copy(TurnStage.RoundView work) {
        return new RoundContext((RoundContext) work);
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
    public RoundContext withConversation(List<? extends Interaction> view) {
        RoundContext copy = copy(this);
        copy.conversation = conversation.reuse(view);
        return copy;
    }

    @Override
    public RoundContext withRet(AiReturn arrived) {
        RoundContext copy = copy(this);
        copy.ret = arrived;
        return copy;
    }

    /** Appends interactions to the conversation of the round. */
    void add(List<? extends Interaction> added) {
        if (!added.isEmpty()) {
            conversation = conversation.appendAll(added);
        }
    }

    /** Starts the next round; in the last one no tool may be called. */
    void next(boolean withoutTools) {
        extended |= last;
        round++;
        ret = null;
        offered = null;
        added = Optional.empty();
        open = List.of();
        results = List.of();
        last = withoutTools;
        refusal = null;
    }

    /** Returns the error of the turn if it ends with this round; null if there is none. */
    @Nullable
    AiError failure() {
        return refusal != null || ret == null || ret.isOk()
                ? refusal
                : ret.error().orElseThrow();
    }
}
