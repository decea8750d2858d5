package dev.plumbline.session;

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
        Turn turn = RoundWork.of(work).turn();
        turn.wiring().summarising().ifPresent(summarising -> summarising.beforeTurn(turn));
        turn.additions().accept();
        RoundWork accepted = RoundWork.of(work).withConversation(turn.conversation());
        return turn.interrupted()
                .map(open -> Result.goTo(ExecuteTools.NAME, accepted.withOpen(open.calls())))
                .orElse(Result.next(accepted));
    }
}
