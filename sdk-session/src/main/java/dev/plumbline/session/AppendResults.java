package dev.plumbline.session;

/** The stage that stores the outcomes of the round's tool calls, in call order, each under its call's id. */
final class AppendResults implements Stage {
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
    public Result run(Work work) {
        RoundWork round = RoundWork.copy(work);
        step(round);
        return Result.next(round);
    }

    static void step(RoundWork round) {
        round.results = TurnRecorder.storeResults(round.turn);
        round.add(round.results);
    }
}
