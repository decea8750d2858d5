package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Budget;
import dev.plumbline.plugin.Hook.Round;
import java.util.List;
import java.util.Optional;

/**
 * The last stage of a round: the answer is there, or the model is asked again, or a limit ends the turn. Hooks may decide
 * otherwise within the limits, and what a person said meanwhile is answered first.
 */
final class Decide implements Stage {
    static final String NAME = "decide";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "says whether another round follows";
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.copy(work);
        return step(round) ? Result.goTo(GatherContext.NAME, round) : Result.exit(round);
    }

    /** Whether another round follows. */
    static boolean step(RoundWork round) {
        if (round.failure().isPresent()) {
            return false;
        }
        Round.Next next = next(round);
        List<Interaction> heard = round.turn.additions.hear(next == Round.Next.END);
        round.add(heard);
        return (next != Round.Next.END || !heard.isEmpty()) && again(round, next);
    }

    private static Round.Next next(RoundWork round) {
        boolean answered = round.results.isEmpty() || stops(round);
        boolean last = !answered && isLast(round.turn, round.round);
        Round.Next due = answered ? Round.Next.END : last ? Round.Next.FINISH_WITHOUT_TOOLS : Round.Next.CONTINUE;
        Round asked =
                new Round(round.round, round.ret == null ? AiReturn.builder().build() : round.ret, round.results, due);
        HookRun.Said<Round> said = round.turn.hooks.deciding(asked);
        return said.stopped().isPresent() ? Round.Next.END : said.payload().next();
    }

    private static boolean isLast(Turn turn, int round) {
        Wiring wiring = turn.wiring;
        return turn.allowance()
                .isLast(round, wiring.person(), wiring.occasion("rounds", turn.ids(), turn.cancellation(), turn::tell));
    }

    private static boolean stops(RoundWork round) {
        return round.results.stream().map(Interaction.ToolResult::envelope).anyMatch(envelope -> envelope.stopsTurn());
    }

    private static boolean again(RoundWork round, Round.Next next) {
        Allowance allowance = round.turn.allowance();
        boolean usedUp = allowance.isUsedUp(round.round);
        if (usedUp && (round.last || round.turn.ask.budget().onLimit() == Budget.LimitAction.STOP)) {
            round.refusal = Optional.of(allowance.noRounds());
            return false;
        }
        round.next(usedUp || next == Round.Next.FINISH_WITHOUT_TOOLS);
        return true;
    }
}
