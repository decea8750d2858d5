package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Label;
import dev.plumbline.extend.Hook;
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
        if (round.open().isEmpty()) {
            return Result.next(round);
        }
        Said<Hook.ToolBatch> said = round.turn().hooks().requested(batch(round));
        Optional<AiError> refusal = said.stopped();
        for (int i = 0; i < round.open().size(); i++) {
            Interaction.ToolCall call = round.open().get(i);
            Optional<ToolEnvelope> answer = said.stopped()
                    .map(stop -> ToolEnvelope.failed(ToolEnvelope.Code.DENIED, "This call was not allowed."))
                    .or(() -> Optional.ofNullable(said.payload().answers().get(call.id())));
            Optional<AiError> spent = answer.isPresent() ? Optional.empty() : refusal(round, i);
            refusal = refusal.or(() -> spent.filter(ExecuteTools::endsTurn));
            answer(round, call, answer.or(() -> spent.map(ExecuteTools::spent)));
        }
        return Result.next(round.withRefusal(refusal));
    }

    private static Hook.ToolBatch batch(RoundWork round) {
        Turn turn = round.turn();
        return Hook.ToolBatch.of(
                round.open(), turn.wiring().tools().definitions(turn.ask().toolFilter(turn.body())));
    }

    private static void answer(RoundWork round, Interaction.ToolCall call, Optional<ToolEnvelope> known) {
        if (known.isEmpty()) {
            round.turn().calling(call);
        }
        round.turn().called(call, known.orElseGet(() -> outcome(round, call)));
    }

    private static ToolEnvelope spent(AiError limit) {
        return ToolEnvelope.failed(ToolEnvelope.Code.BUDGET, limit.message());
    }

    private static Optional<AiError> refusal(RoundWork round, int index) {
        int perRound = round.turn().ask().budget().toolCallsPerRound();
        if (round.last()) {
            Budget budget = round.turn().ask().budget();
            return Optional.of(round.round() > budget.rounds() ? Limits.rounds(budget) : Limits.withoutTools());
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
