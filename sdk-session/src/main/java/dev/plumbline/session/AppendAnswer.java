package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import java.util.List;

/** The stage that stores what came back, flagged when it is not whole; a failure ends the turn here. */
final class AppendAnswer implements Stage {
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
    public Result run(Work work) {
        RoundWork round = RoundWork.of(work);
        AiReturn ret = round.ret().orElseThrow(() -> new IllegalStateException("no stage before asked the model"));
        Answer answer = Answer.of(ret, round.turn().isShaped());
        HookRun.Said<List<Interaction>> said = round.turn().additions().answered(ret, answer);
        List<Interaction> stored = said.payload();
        RoundWork done = round.withAdded(stored)
                .withOpen(calls(stored))
                .withRefusal(answer.error().or(said::stopped));
        return done.refusal().isPresent() ? Result.exit(done) : Result.next(done);
    }

    private static List<Interaction.ToolCall> calls(List<Interaction> stored) {
        return stored.stream()
                .filter(Interaction.ToolCall.class::isInstance)
                .map(Interaction.ToolCall.class::cast)
                .toList();
    }
}
