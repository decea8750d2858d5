package dev.plumbline.session;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.StepTime;
import dev.plumbline.event.TelemetryLabel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a turn: runs its steps in order, round after round, until there is an answer or a reason to end. One
 * thread per turn.
 */
final class TurnLoop implements Runnable {
    private static final TelemetryLabel ACCEPT_INPUT = new TelemetryLabel(AcceptInputStage.NAME);
    private static final TelemetryLabel GATHER_CONTEXT = new TelemetryLabel(GatherContextStage.NAME);
    private static final TelemetryLabel CALL_MODEL = new TelemetryLabel(CallModelStage.NAME);
    private static final TelemetryLabel APPEND_ANSWER = new TelemetryLabel(AppendAnswerStage.NAME);
    private static final TelemetryLabel EXECUTE_TOOLS = new TelemetryLabel(ExecuteToolsStage.NAME);
    private static final TelemetryLabel APPEND_RESULTS = new TelemetryLabel(AppendResultsStage.NAME);
    private static final TelemetryLabel DECIDE = new TelemetryLabel(DecideStage.NAME);

    private final Turn turn;
    private final StepTimeLog steps;
    private final @Nullable TurnPipeline stages;
    private String step = "";
    private TelemetryLabel label = ACCEPT_INPUT;
    private long stepBegan;
    private long roundBegan;

    /** Creates the loop of a turn: over a list of stages, or over the recommended steps if it is null. */
    TurnLoop(Turn turn, @Nullable TurnPipeline stages) {
        this.turn = turn;
        this.stages = stages;
        this.steps = turn.recorder.steps();
    }

    /** Runs the turn to its end; throws nothing. */
    @Override
    public void run() {
        AiError error;
        try {
            error = walk();
        } catch (Throwable t) { // of the records of times, whose clock may be the program's own
            error = broken(t);
        }
        turn.leave(error);
    }

    /** Runs the recommended steps or the custom stages; returns the error of the turn, or null if it did not fail. */
    private @Nullable AiError walk() {
        try {
            return stages == null ? rounds(new RoundContext(turn)) : stages(stages.list());
        } catch (TurnEndedException over) {
            return null;
        } catch (Throwable t) {
            return broken(t);
        } finally {
            stepOver(turn.time.nanoTime());
            roundOver();
        }
    }

    private @Nullable AiError rounds(RoundContext round) {
        begin(AcceptInputStage.NAME, ACCEPT_INPUT);
        boolean toolsFirst = AcceptInputStage.step(round);
        boolean on = !turn.recorder.isAnsweredBefore();
        while (on) {
            AppendAnswerStage.Next next = toolsFirst ? AppendAnswerStage.Next.ON : answer(round);
            toolsFirst = false;
            on = next == AppendAnswerStage.Next.ON ? tools(round) : next == AppendAnswerStage.Next.AGAIN;
        }
        return round.failure();
    }

    private AppendAnswerStage.Next answer(RoundContext round) {
        begin(GatherContextStage.NAME, GATHER_CONTEXT);
        GatherContextStage.step(round);
        begin(CallModelStage.NAME, CALL_MODEL);
        CallModelStage.step(round);
        begin(AppendAnswerStage.NAME, APPEND_ANSWER);
        return AppendAnswerStage.step(round);
    }

    private boolean tools(RoundContext round) {
        begin(ExecuteToolsStage.NAME, EXECUTE_TOOLS);
        ExecuteToolsStage.step(round);
        begin(AppendResultsStage.NAME, APPEND_RESULTS);
        AppendResultsStage.step(round);
        begin(DecideStage.NAME, DECIDE);
        return DecideStage.step(round);
    }

    /** Runs a custom list of stages; returns the error of the turn, or null. It relies on no property of the stages. */
    private @Nullable AiError stages(List<TurnStage> list) {
        TurnStage.RoundView work = new RoundContext(turn);
        int at = 0;
        while (at < list.size()) {
            TurnStage stage = list.get(at);
            begin(stage.name(), TelemetryLabel.of(stage.name()));
            TurnStage.Result result = stage.run(work);
            work = result.work();
            at = after(list, at, result);
        }
        return RoundContext.copy(work).failure();
    }

    private static int after(List<TurnStage> stages, int at, TurnStage.Result result) {
        if (result.exit()) {
            return stages.size();
        }
        return result.goTo().isPresent() ? place(stages, result.goTo().get()) : at + (result.skip() ? 2 : 1);
    }

    private static int place(List<TurnStage> stages, String name) {
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no stage is called " + name);
    }

    /**
     * Ends the previous step and begins the next one.
     *
     * @throws TurnEndedException if the turn is over
     */
    private void begin(String name, TelemetryLabel next) {
        long now = turn.time.nanoTime();
        stepOver(now);
        if (turn.recorder.isOver()) {
            throw new TurnEndedException();
        }
        if (name.equals(CallModelStage.NAME)) {
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
        turn.settings.threw(turn.ids(), "stage " + step, t);
        String what = "stage " + step + " threw " + t.getClass().getName();
        return AiError.of(AiError.Category.EXTENSION, step, what)
                .withExtensionId(step)
                .withCause(t);
    }
}
