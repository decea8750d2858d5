package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Label;
import dev.plumbline.tool.IToolExecutor;
import java.util.List;
import java.util.Optional;

/**
 * The stage that runs the round's tool calls, one after the other, so that at any moment it is known which have had their
 * effect. A call beyond a limit is answered and does not run.
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
        Optional<AiError> spent = Optional.empty();
        for (int i = 0; i < round.open().size(); i++) {
            Interaction.ToolCall call = round.open().get(i);
            Optional<AiError> refusal = refusal(round, i);
            spent = spent.or(() -> refusal.filter(error -> endsTurn(error)));
            if (refusal.isPresent()) {
                round.turn()
                        .called(
                                call,
                                ToolEnvelope.failed(
                                        ToolEnvelope.Code.BUDGET, refusal.get().message()));
            } else {
                round.turn().calling(call);
                round.turn().called(call, outcome(round, call));
            }
        }
        return Result.next(round.withRefusal(spent));
    }

    private static Optional<AiError> refusal(RoundWork round, int index) {
        int perRound = round.turn().ask().budget().toolCallsPerRound();
        if (round.last()) {
            return Optional.of(Limits.rounds(round.turn().ask().budget()));
        }
        return index < perRound
                ? round.turn().spending().takeToolCall()
                : Optional.of(Limits.toolCallsPerRound(perRound));
    }

    /** Too many at once is a matter of the round: the model may ask again. */
    private static boolean endsTurn(AiError error) {
        return !error.code().equals(Limits.PER_ROUND);
    }

    private static ToolEnvelope outcome(RoundWork round, Interaction.ToolCall call) {
        Turn turn = round.turn();
        IToolExecutor.Scope scope = new IToolExecutor.Scope(
                turn.ids(),
                turn.ask().toolFilter(turn.body()),
                round.conversation(),
                turn.cancellation(),
                turn.state(),
                turn.wiring().telemetry());
        try {
            List<ToolEnvelope> outcomes = turn.wiring().tools().execute(List.of(call), scope);
            return outcomes.size() == 1 ? received(turn, outcomes.get(0)) : broken("gave no outcome");
        } catch (Throwable t) {
            turn.wiring().failed(turn.ids(), new Label("tool-executor"), t);
            return broken("threw " + t.getClass().getName());
        }
    }

    /** What comes from a tool is sent on in every later call: it counts as received, as a provider's bytes do. */
    private static ToolEnvelope received(Turn turn, ToolEnvelope envelope) {
        turn.spending().addBytes(envelope.toJson().text().length());
        return envelope;
    }

    private static ToolEnvelope broken(String what) {
        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool executor " + what + ".");
    }
}
