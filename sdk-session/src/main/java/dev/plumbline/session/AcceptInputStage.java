package dev.plumbline.session;

import java.util.List;

/**
 * The first stage of a turn: stores the user's input as the hooks return it. A turn that continues after a crash
 * continues with its tools.
 */
final class AcceptInputStage implements TurnStage {
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
    public Result run(RoundView work) {
        RoundContext round = RoundContext.copy(work);
        Turn turn = round.turn;
        if (turn.recorder.isAnsweredBefore()) {
            return Result.exit(round);
        }
        if (turn.settings.isSummarizing()) {
            ConversationSummarizer.beforeTurn(turn);
        }
        turn.recorder.accept();
        round.conversation = round.conversation.reuse(turn.conversation());
        round.open = turn.request.fresh() ? List.of() : turn.branch.openCalls().calls();
        return round.open.isEmpty() ? Result.next(round) : Result.goTo(ExecuteToolsStage.NAME, round);
    }
}
