package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.extend.Hook;
import java.util.Optional;

/**
 * The stage that runs the round's tool calls; at any moment it is known which have had their effect. What hooks answer does
 * not run, nor does a call beyond a limit.
 */
final class ExecuteTools implements Stage {
    static final String NAME = "execute-tools";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Result run(Work work) {
        RoundWork round = RoundWork.of(work);
        if (round.open().isEmpty()) {
            return Result.next(round);
        }
        Said<Hook.ToolBatch> said = round.turn().hooks().requested(batch(round));
        ToolCalls calls = new ToolCalls(round);
        for (Interaction.ToolCall call : round.open()) {
            said.stopped()
                    .map(stop -> ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "This call was not allowed."))
                    .or(() -> Optional.ofNullable(said.payload().answers().get(call.id())))
                    .ifPresent(answer -> round.turn().called(call, answer));
        }
        Optional<AiError> ended = calls.run();
        return Result.next(round.withRefusal(said.stopped().or(() -> ended)));
    }

    private static Hook.ToolBatch batch(RoundWork round) {
        Turn turn = round.turn();
        return Hook.ToolBatch.of(
                round.open(), turn.wiring().tools().definitions(turn.ask().toolFilter(turn.body())));
    }
}
