package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions.Budget;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.plugin.Hook.Round;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.TurnPipeline.TurnStage;
import dev.plumbline.session.state.OpenCalls;
import dev.plumbline.session.state.StoredAnswer;
import java.util.List;
import java.util.Optional;

/**
 * The stages of the default loop, in order. Those that store what was said and decide what follows are here; reading the
 * context, calling the model and running the tools have classes of their own.
 */
public final class RecommendedStages {
    private RecommendedStages() {}

    public static List<TurnStage> list() {
        return List.of(
                new Stage(TurnPipeline.ACCEPT_INPUT, "stores what the user said", false),
                new Stage(TurnPipeline.GATHER_CONTEXT, "asks the context sources", true),
                new Stage(TurnPipeline.CALL_MODEL, "asks the model", true),
                new Stage(TurnPipeline.APPEND_ANSWER, "stores what came back", false),
                new Stage(TurnPipeline.EXECUTE_TOOLS, "runs the tool calls", true),
                new Stage(TurnPipeline.APPEND_RESULTS, "stores what came of them", false),
                new Stage(TurnPipeline.DECIDE, "says whether another round follows", false));
    }

    /** Returns whether all stages are of the default loop: these publish what has changed before they call others. */
    static boolean areAll(List<TurnStage> stages) {
        for (TurnStage stage : stages) {
            if (!(stage instanceof Stage)) {
                return false;
            }
        }
        return true;
    }

    /** Stores the user's input as the hooks return it. A turn that continues after a crash continues with its tools. */
    private static TurnStage.Result acceptInput(RoundContext round) {
        Turn turn = round.turn;
        if (turn.recorder.isAnsweredBefore()) {
            return TurnStage.Result.exit(round);
        }
        ConversationSummarizer.beforeTurn(turn);
        turn.recorder.accept();
        round.conversation = round.conversation.reuse(turn.conversation());
        round.open = turn.request.fresh() ? List.of() : turn.branch.openCalls().calls();
        return round.open.isEmpty()
                ? TurnStage.Result.next(round)
                : TurnStage.Result.goTo(TurnPipeline.EXECUTE_TOOLS, round);
    }

    /** Stores the model's answer, marked if it is incomplete. A failed call ends the turn here. */
    private static TurnStage.Result appendAnswer(RoundContext round) {
        if (round.ret == null) {
            throw new IllegalStateException("no stage before asked the model");
        }
        Turn turn = round.turn;
        if (ConversationSummarizer.afterOverflow(turn, round.ret)) {
            round.next(round.last);
            round.conversation = round.conversation.reuse(turn.conversation());
            return TurnStage.Result.goTo(TurnPipeline.GATHER_CONTEXT, round);
        }
        AiReturn ret = ConversationSummarizer.named(turn, round.ret);
        round.ret = ret;
        StoredAnswer answer = StoredAnswer.of(ret, turn.isShaped());
        TurnHookInvoker.HookResult<Optional<ConversationEntry>> said = turn.recorder.answered(ret, answer, round.added);
        ConversationEntry entry = said.payload().orElse(null);
        if (entry != null) {
            round.add(entry.sent());
            round.open = OpenCalls.calls(entry.interactions());
        }
        round.refusal = answer.error() == null ? said.stopped() : answer.error();
        return round.refusal == null ? TurnStage.Result.next(round) : TurnStage.Result.exit(round);
    }

    /** Stores the results of the round's tool calls in call order, each with the id of its call. */
    private static TurnStage.Result appendResults(RoundContext round) {
        round.results = round.open.isEmpty() ? List.of() : round.turn.recorder.storeResults();
        round.add(round.results);
        return TurnStage.Result.next(round);
    }

    /**
     * Ends the turn with the answer or because of a limit, or starts another round. Hooks may decide otherwise within the
     * limits, and pending interjections are answered first.
     */
    private static TurnStage.Result decide(RoundContext round) {
        return isFollowed(round)
                ? TurnStage.Result.goTo(TurnPipeline.GATHER_CONTEXT, round)
                : TurnStage.Result.exit(round);
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
                        settings.occasion(
                                "rounds",
                                turn.ids(),
                                turn.cancellation(),
                                turn.request.options(),
                                turn.recorder::publish));
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

    /** A stage that fills its own copy of the round. Without a lambda for each: a first call comes by here (0063). */
    private record Stage(String name, String description, boolean waits) implements TurnStage {
        @Override
        public Result run(RoundView work) {
            RoundContext round = RoundContext.copy(work);
            return switch (name) {
                case TurnPipeline.ACCEPT_INPUT -> acceptInput(round);
                case TurnPipeline.GATHER_CONTEXT -> GatherContextStage.run(round);
                case TurnPipeline.CALL_MODEL -> CallModelStage.run(round);
                case TurnPipeline.APPEND_ANSWER -> appendAnswer(round);
                case TurnPipeline.EXECUTE_TOOLS -> ExecuteToolsStage.run(round);
                case TurnPipeline.APPEND_RESULTS -> appendResults(round);
                default -> decide(round);
            };
        }
    }
}
