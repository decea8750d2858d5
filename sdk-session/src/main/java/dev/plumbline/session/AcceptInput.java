package dev.plumbline.session;

/** The first stage of a turn: what the user said is stored, as the hooks let it. */
final class AcceptInput implements Stage {
    static final String NAME = "accept-input";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result run(Work work) {
        Turn turn = RoundWork.of(work).turn();
        turn.additions().accept();
        return Result.next(work.withConversation(turn.conversation()));
    }
}
