package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.session.state.OpenCalls;
import dev.plumbline.session.state.StoredAnswer;
import java.util.List;

/** The stage that stores the model's answer, marked if it is incomplete. A failed call ends the turn here. */
final class AppendAnswerStage implements TurnStage {
    static final String NAME = "append-answer";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "stores what came back";
    }

    @Override
    public Result run(RoundView work) {
        RoundContext round = RoundContext.copy(work);
        AiReturn ret = round.ret;
        if (ret == null) {
            throw new IllegalStateException("no stage before asked the model");
        }
        if (isShortened(round.turn, ret)) {
            round.next(round.last);
            round.conversation = round.conversation.reuse(round.turn.conversation());
            return Result.goTo(GatherContextStage.NAME, round);
        }
        StoredAnswer answer = StoredAnswer.of(ret, round.turn.isShaped());
        TurnHookInvoker.HookResult<List<Interaction>> said = round.turn.recorder.answered(ret, answer);
        round.add(said.payload());
        round.open = OpenCalls.calls(said.payload());
        round.refusal = answer.error() == null ? said.stopped() : answer.error();
        return round.refusal == null ? Result.next(round) : Result.exit(round);
    }

    /**
     * Returns whether the call exceeded the context window and can be repeated because earlier entries are now
     * summarized.
     */
    private static boolean isShortened(Turn turn, AiReturn ret) {
        return turn.settings.isSummarizing() && ConversationSummarizer.afterOverflow(turn, ret);
    }
}
