package dev.plumbline.session;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.StepTime;
import dev.plumbline.event.TelemetryLabel;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a turn: runs the stages in order, round after round, until one ends the turn or fails. It relies on no
 * property of the stages. One thread per turn.
 */
final class TurnLoop implements Runnable {
    private final Turn turn;
    private final TurnPipeline stages;
    private final StepTimeLog steps;
    private @Nullable TelemetryLabel label;
    private String stage = "";
    private long stageBegan;
    private long roundBegan;

    TurnLoop(Turn turn, TurnPipeline stages) {
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

    /** Runs the stages; returns the error of the turn, or null if it did not fail. */
    private @Nullable AiError walk() {
        try {
            TurnStage.RoundView work = new RoundContext(turn);
            int at = 0;
            while (at < stages.list().size()) {
                begin(stages.list().get(at).name(), stages.label(at));
                TurnStage.Result result = stages.list().get(at).run(work);
                work = result.work();
                at = stages.next(at, result);
            }
            return ((RoundContext) work).failure();
        } catch (TurnEndedException over) {
            return null;
        } catch (Throwable t) {
            return broken(t);
        } finally {
            stageOver(turn.time.nanoTime());
            roundOver();
        }
    }

    /**
     * Ends the previous stage and begins the next one.
     *
     * @throws TurnEndedException if the turn is over
     */
    private void begin(String name, TelemetryLabel next) {
        long now = turn.time.nanoTime();
        stageOver(now);
        if (turn.recorder.isOver()) {
            throw new TurnEndedException();
        }
        if (name.equals(CallModelStage.NAME)) {
            roundOver();
            roundBegan = now;
            steps.roundBegan(now);
        }
        stage = name;
        label = next;
        stageBegan = now;
    }

    private void stageOver(long now) {
        if (label != null) {
            steps.add(StepTime.Kind.STAGE, label, stageBegan, now);
            label = null;
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
        turn.settings.threw(turn.ids(), "stage " + stage, t);
        String what = "stage " + stage + " threw " + t.getClass().getName();
        return AiError.of(AiError.Category.EXTENSION, stage, what)
                .withExtensionId(stage)
                .withCause(t);
    }
}
