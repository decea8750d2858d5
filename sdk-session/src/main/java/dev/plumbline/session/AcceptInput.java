package dev.plumbline.session;

import java.util.Optional;

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

    /** Whether calls stand open whose tools are due before the model is. */
    static boolean step(RoundWork round) {
        Turn turn = round.turn;
        Optional<Summarising> summarising = turn.wiring.summarising();
        if (summarising.isPresent()) {
            summarising.get().beforeTurn(turn);
        }
        turn.additions.accept();
        round.conversation = round.conversation.reuse(turn.conversation());
        Optional<Interrupted> interrupted = turn.interrupted();
        if (interrupted.isPresent()) {
            round.open = interrupted.get().calls();
        }
        return interrupted.isPresent();
    }
}
