package dev.plumbline.session;

import dev.plumbline.call.Timekeeper;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.Label;
import dev.plumbline.event.StepTime;
import java.util.List;
import java.util.Optional;

/** The loop: runs the list of stages until one says that the turn is over. It knows nothing of what they do. */
final class Rounds {
    private final List<Stage> stages;

    Rounds(List<Stage> stages) {
        this.stages = stages;
    }

    /** Runs a turn to its end; throws nothing. */
    void run(Turn turn) {
        turn.leave(walk(turn));
    }

    /** Why the turn failed, if it did. */
    private Optional<AiError> walk(Turn turn) {
        Watch watch = new Watch(turn);
        try {
            return walk(turn, watch);
        } finally {
            watch.roundOver();
        }
    }

    private Optional<AiError> walk(Turn turn, Watch watch) {
        Stage.Work work = RoundWork.first(turn);
        int at = 0;
        while (at < stages.size() && !turn.isOver()) {
            Stage stage = stages.get(at);
            try {
                Stage.Result result = watch.run(stage, work);
                work = result.work();
                at = after(at, result);
            } catch (Turn.Over over) {
                return Optional.empty();
            } catch (Throwable t) {
                return Optional.of(broken(stage, t));
            }
        }
        return RoundWork.of(work).failure();
    }

    private int after(int at, Stage.Result result) {
        int next = result.goTo().map(this::place).orElse(at + (result.skip() ? 2 : 1));
        return result.exit() ? stages.size() : next;
    }

    private int place(String name) {
        for (int i = 0; i < stages.size(); i++) {
            if (stages.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no stage is called " + name);
    }

    private static AiError broken(Stage stage, Throwable t) {
        if (t instanceof AiException e) {
            return e.error();
        }
        String what = "stage " + stage.name() + " threw " + t.getClass().getName();
        return AiError.of(AiError.Category.EXTENSION, stage.name(), what)
                .withExtensionId(stage.name())
                .withCause(t);
    }

    /** Tells telemetry how long stages and rounds took; used by the thread of the turn. */
    private static final class Watch {
        private final Turn turn;
        private final Timekeeper time;
        private long roundBegan;

        Watch(Turn turn) {
            this.turn = turn;
            this.time = turn.wiring().time();
        }

        Stage.Result run(Stage stage, Stage.Work work) {
            long began = time.nanos();
            if (stage.name().equals(CallModel.NAME)) {
                roundOver();
                roundBegan = began;
                turn.progress().steps.roundBegan(began);
            }
            try {
                return stage.run(work);
            } finally {
                turn.telemetry().ran(turn, StepTime.Kind.STAGE, Label.of(stage.name()), began);
            }
        }

        void roundOver() {
            if (turn.ids().round() > 0) {
                turn.telemetry()
                        .roundFinished(
                                turn.ids(),
                                time,
                                roundBegan,
                                turn.progress().steps.roundEnded());
            }
        }
    }
}
