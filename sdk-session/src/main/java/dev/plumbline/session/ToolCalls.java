package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Budget;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Label;
import dev.plumbline.tool.IToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The open tool calls of one round on their way through the executor. */
final class ToolCalls implements IToolExecutor.Watch {
    private final RoundWork round;
    private final Turn turn;
    private volatile Optional<AiError> ended = Optional.empty();

    ToolCalls(RoundWork round) {
        this.round = round;
        this.turn = round.turn();
    }

    /** Has them all answered, and says why the turn ends, if it does. */
    Optional<AiError> run() {
        List<Interaction.ToolCall> allowed = new ArrayList<>();
        List<Runnable> beyond = new ArrayList<>();
        for (int i = 0; i < round.open().size(); i++) {
            Interaction.ToolCall call = round.open().get(i);
            if (turn.isAnswered(call)) {
                continue;
            }
            Optional<AiError> limit = limit(i);
            limit.ifPresentOrElse(error -> beyond.add(() -> refuse(call, error)), () -> allowed.add(call));
        }
        if (!allowed.isEmpty()) {
            execute(allowed);
        }
        beyond.forEach(Runnable::run);
        return ended;
    }

    private Optional<AiError> limit(int index) {
        Budget budget = turn.ask().budget();
        if (round.last()) {
            return Optional.of(round.round() > budget.rounds() ? Limits.rounds(budget) : Limits.withoutTools());
        }
        int perRound = budget.toolCallsPerRound();
        return index < perRound ? turn.spending().takeToolCall() : Optional.of(Limits.toolCallsPerRound(perRound));
    }

    /** Too many at once is a matter of the round: the model may ask again. */
    private void refuse(Interaction.ToolCall call, AiError limit) {
        if (!limit.code().equals(Limits.PER_ROUND)) {
            ending(limit);
        }
        turn.called(call, ToolEnvelope.failed(ToolEnvelope.Code.BUDGET, limit.message()));
    }

    private void execute(List<Interaction.ToolCall> calls) {
        List<ToolEnvelope> outcomes = outcomes(calls);
        for (int i = 0; i < calls.size(); i++) {
            if (!turn.isAnswered(calls.get(i))) {
                finished(calls.get(i), i < outcomes.size() ? outcomes.get(i) : broken("gave no outcome"));
            }
        }
    }

    private List<ToolEnvelope> outcomes(List<Interaction.ToolCall> calls) {
        IToolExecutor.Scope scope = new IToolExecutor.Scope(
                turn.ids(),
                turn.ask().toolFilter(turn.body()),
                round.conversation(),
                turn.cancellation(),
                turn.state(),
                turn.wiring().telemetry(),
                turn.ask().options().parallelTools().orElse(1),
                this);
        try {
            return turn.wiring().tools().execute(calls, scope);
        } catch (Throwable t) {
            turn.wiring().failed(turn.ids(), new Label("tool-executor"), t);
            ToolEnvelope threw = broken("threw " + t.getClass().getName());
            return calls.stream().map(call -> threw).toList();
        }
    }

    private static ToolEnvelope broken(String what) {
        return ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "The tool executor " + what + ".");
    }

    @Override
    public void starting(Interaction.ToolCall call) {
        turn.calling(call);
    }

    /** What comes from a tool is sent on in every later call: it counts as received, as a provider's bytes do. */
    @Override
    public void finished(Interaction.ToolCall call, ToolEnvelope envelope) {
        turn.spending().addBytes(envelope.toJson().text().length());
        turn.called(call, envelope);
    }

    @Override
    public synchronized void ending(AiError why) {
        ended = ended.or(() -> Optional.of(why));
    }
}
