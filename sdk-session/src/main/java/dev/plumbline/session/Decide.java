package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Budget;
import java.util.Optional;

/** The last stage of a round: the answer is there, or the model is asked again, or a limit ends the turn. */
final class Decide implements Stage {
    static final String NAME = "decide";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.of(work);
        if (round.failure().isPresent() || round.results().isEmpty() || stops(round)) {
            return Result.exit(round);
        }
        Budget budget = round.turn().ask().budget();
        boolean usedUp = round.round() >= budget.rounds();
        if (usedUp && budget.onLimit() == Budget.LimitAction.STOP) {
            return Result.exit(round.withRefusal(Optional.of(Limits.rounds(budget))));
        }
        return Result.goTo(GatherContext.NAME, round.following(usedUp));
    }

    private static boolean stops(RoundWork round) {
        return round.results().stream()
                .map(Interaction.ToolResult::envelope)
                .anyMatch(envelope -> envelope.stopsTurn());
    }
}
