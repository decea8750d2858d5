package dev.plumbline.session;

import dev.plumbline.session.journal.PendingToolCalls;

/** The first stage of a turn: what the user said is stored, as the hooks let it. A turn
 * that goes on after a crash goes on with its tools. */
final class AcceptInput implements Stage {
    static final String NAME = "accept-input";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "stores what the user said";
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.copy(work);
        return step(round) ? Result.goTo(ExecuteTools.NAME, round) : Result.next(round);
    }

    /** Whether there are open calls whose tools are due before the model is. */
    static boolean step(RoundWork round) {
        Turn turn = round.turn;
        SummarySettings summaries = turn.settings.summaries();
        if (summaries != null) {
            Summarizer.beforeTurn(turn, summaries);
        }
        TurnRecorder.accept(turn);
        round.conversation = round.conversation.reuse(turn.conversation());
        PendingToolCalls pending = turn.branch.pending();
        if (pending != null) {
            round.open = pending.calls();
        }
        return pending != null;
    }
}
