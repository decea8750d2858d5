package dev.plumbline.session.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.session.TurnPipeline;
import dev.plumbline.session.TurnPipeline.TurnStage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a turn: runs the stages in order, round after round, until one ends the turn or fails. It relies on no
 * property of the stages. One thread per turn.
 */
final class TurnLoop implements Runnable {
    private final Turn turn;
    private final List<TurnStage> stages;
    private final StepTimeLog steps;
    private @Nullable TelemetryName label;
    private String name = "";
    private long stageBegan;
    private long roundBegan;

    TurnLoop(Turn turn, List<TurnStage> stages) {
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
            while (at < stages.size()) {
                TurnStage stage = stages.get(at);
                begin(stage.name());
                TurnStage.Result result = stage.run(work);
                work = result.work();
                at = next(at, result);
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
    private void begin(String stage) {
        long now = turn.time.nanoTime();
        stageOver(now);
        if (turn.recorder.isOver()) {
            throw new TurnEndedException();
        }
        if (stage.equals(TurnPipeline.CALL_MODEL)) {
            roundOver();
            roundBegan = now;
            steps.roundBegan(now);
        }
        name = stage;
        label = TelemetryName.of(stage);
        stageBegan = now;
    }

    /** Returns the index of the stage that follows one with that result; the number of stages if the turn is over. */
    private int next(int at, TurnStage.Result result) {
        if (result.exit()) {
            return stages.size();
        }
        String name = result.goTo().orElse(null);
        if (name == null) {
            return at + (result.skip() ? 2 : 1);
        }
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no stage is called " + name);
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
        turn.settings.threw(turn.ids(), "stage " + name, t);
        String what = "stage " + name + " threw " + t.getClass().getName();
        return AiError.of(AiError.Category.EXTENSION, name, what)
                .withExtensionId(name)
                .withCause(t);
    }
}
