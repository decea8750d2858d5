package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Budget;
import dev.plumbline.plugin.Hook.Round;
import java.util.List;

/**
 * The last stage of a round: ends the turn with the answer or because of a limit, or starts another round. Hooks may
 * decide otherwise within the limits, and pending interjections are answered first.
 */
final class DecideStage implements TurnStage {
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
    public Result run(RoundView work) {
        RoundContext round = RoundContext.copy(work);
        return isFollowed(round) ? Result.goTo(GatherContextStage.NAME, round) : Result.exit(round);
    }

    private static boolean isFollowed(RoundContext round) {
        if (round.failure() != null) {
            return false;
        }
        Round.Next next = next(round);
        List<Interaction> heard = round.turn.recorder.hear(next == Round.Next.END);
        round.add(heard);
        return (next != Round.Next.END || !heard.isEmpty()) && again(round, next);
    }

    private static Round.Next next(RoundContext round) {
        boolean answered = round.results.isEmpty() || stops(round);
        boolean last = !answered && (round.last || isLast(round.turn, round.round));
        Round.Next due = answered ? Round.Next.END : last ? Round.Next.FINISH_WITHOUT_TOOLS : Round.Next.CONTINUE;
        Round asked =
                new Round(round.round, round.ret == null ? AiReturn.builder().build() : round.ret, round.results, due);
        TurnHookInvoker.HookResult<Round> said = round.turn.hooks.deciding(asked);
        return said.stopped() != null ? Round.Next.END : said.payload().next();
    }

    private static boolean isLast(Turn turn, int round) {
        EngineSettings settings = turn.settings;
        return turn.limits()
                .isLast(
                        round,
                        settings.person(),
                        settings.occasion("rounds", turn.ids(), turn.cancellation(), turn.recorder::publish));
    }

    private static boolean stops(RoundContext round) {
        for (Interaction.ToolResult result : round.results) {
            if (result.envelope().stopsTurn()) {
                return true;
            }
        }
        return false;
    }

    private static boolean again(RoundContext round, Round.Next next) {
        TurnLimits limits = round.turn.limits();
        boolean usedUp = limits.isUsedUp(round.round);
        boolean over = round.last && (round.extended || round.results.isEmpty());
        if (usedUp && (over || round.turn.request.budget().onLimit() == Budget.LimitAction.STOP)) {
            round.refusal = limits.noRounds();
            return false;
        }
        round.next(usedUp || round.last || next == Round.Next.FINISH_WITHOUT_TOOLS);
        return true;
    }
}
