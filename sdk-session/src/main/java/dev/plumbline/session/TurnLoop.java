package dev.plumbline.session;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Label;
import dev.plumbline.event.StepTime;
import dev.plumbline.session.state.StepLog;
import dev.plumbline.session.state.TurnOver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loop of a turn: its steps in order, round after round, until there is an answer or a reason to end. One turn, one thread. */
final class TurnLoop implements Runnable {
    private static final Label ACCEPT_INPUT = new Label(AcceptInput.NAME);
    private static final Label GATHER_CONTEXT = new Label(GatherContext.NAME);
    private static final Label CALL_MODEL = new Label(CallModel.NAME);
    private static final Label APPEND_ANSWER = new Label(AppendAnswer.NAME);
    private static final Label EXECUTE_TOOLS = new Label(ExecuteTools.NAME);
    private static final Label APPEND_RESULTS = new Label(AppendResults.NAME);
    private static final Label DECIDE = new Label(Decide.NAME);

    private final Turn turn;
    private final StepLog steps;
    private final @Nullable Stages stages;
    private String step = "";
    private Label label = ACCEPT_INPUT;
    private long stepBegan;
    private long roundBegan;

    /** The loop of that turn: over a list of stages, or the recommended steps where it is null. */
    TurnLoop(Turn turn, @Nullable Stages stages) {
        this.turn = turn;
        this.stages = stages;
        this.steps = turn.state.steps();
    }

    /** Runs the turn to its end; throws nothing. */
    @Override
    public void run() {
        turn.leave(walk());
    }

    /** Why the turn failed; null when it did not. */
    private @Nullable AiError walk() {
        try {
            return stages == null ? rounds(new RoundWork(turn)) : stages(stages.list());
        } catch (TurnOver over) {
            return null;
        } catch (Throwable t) {
            return broken(t);
        } finally {
            stepOver(turn.time.nanos());
            roundOver();
        }
    }

    private @Nullable AiError rounds(RoundWork round) {
        begin(AcceptInput.NAME, ACCEPT_INPUT);
        boolean toolsFirst = AcceptInput.step(round);
        boolean on = true;
        while (on) {
            AppendAnswer.Next next = toolsFirst ? AppendAnswer.Next.ON : answer(round);
            toolsFirst = false;
            on = next == AppendAnswer.Next.ON ? tools(round) : next == AppendAnswer.Next.AGAIN;
        }
        return round.failure();
    }

    private AppendAnswer.Next answer(RoundWork round) {
        begin(GatherContext.NAME, GATHER_CONTEXT);
        GatherContext.step(round);
        begin(CallModel.NAME, CALL_MODEL);
        CallModel.step(round);
        begin(AppendAnswer.NAME, APPEND_ANSWER);
        return AppendAnswer.step(round);
    }

    private boolean tools(RoundWork round) {
        begin(ExecuteTools.NAME, EXECUTE_TOOLS);
        ExecuteTools.step(round);
        begin(AppendResults.NAME, APPEND_RESULTS);
        AppendResults.step(round);
        begin(Decide.NAME, DECIDE);
        return Decide.step(round);
    }

    /** The same for a custom list; it does not depend on what the stages do. */
    private @Nullable AiError stages(List<Stage> list) {
        Stage.Work work = new RoundWork(turn);
        int at = 0;
        while (at < list.size()) {
            Stage stage = list.get(at);
            begin(stage.name(), Label.of(stage.name()));
            Stage.Result result = stage.run(work);
            work = result.work();
            at = after(list, at, result);
        }
        return RoundWork.copy(work).failure();
    }

    private static int after(List<Stage> stages, int at, Stage.Result result) {
        if (result.exit()) {
            return stages.size();
        }
        return result.goTo().isPresent() ? place(stages, result.goTo().get()) : at + (result.skip() ? 2 : 1);
    }

    private static int place(List<Stage> stages, String name) {
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no stage is called " + name);
    }

    /**
     * The step before is over, and this one begins.
     *
     * @throws TurnOver when the turn is over
     */
    private void begin(String name, Label next) {
        long now = turn.time.nanos();
        stepOver(now);
        if (turn.state.isOver()) {
            throw new TurnOver();
        }
        if (name.equals(CallModel.NAME)) {
            roundOver();
            roundBegan = now;
            steps.roundBegan(now);
        }
        step = name;
        label = next;
        stepBegan = now;
    }

    private void stepOver(long now) {
        if (!step.isEmpty()) {
            steps.add(StepTime.Kind.STAGE, label, stepBegan, now);
            step = "";
        }
    }

    private void roundOver() {
        if (turn.ids().round() > 0) {
            turn.telemetry.roundFinished(turn.ids(), turn.time, roundBegan, steps.roundEnded());
        }
    }

    private AiError broken(Throwable t) {
        if (t instanceof AiException e) {
            return e.error();
        }
        String what = "stage " + step + " threw " + t.getClass().getName();
        return AiError.of(AiError.Category.EXTENSION, step, what)
                .withExtensionId(step)
                .withCause(t);
    }
}
