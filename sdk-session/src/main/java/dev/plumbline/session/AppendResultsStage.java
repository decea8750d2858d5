package dev.plumbline.session;

import java.util.List;

/** The stage that stores the results of the round's tool calls in call order, each with the id of its call. */
final class AppendResultsStage implements TurnStage {
    static final String NAME = "append-results";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "stores what came of them";
    }

    @Override
    public Result run(RoundView work) {
        RoundContext round = RoundContext.copy(work);
        round.results = round.open.isEmpty() ? List.of() : round.turn.recorder.storeResults();
        round.add(round.results);
        return Result.next(round);
    }
}
