package dev.plumbline.session.internal;

import dev.plumbline.event.CallRecord.StepTime;
import dev.plumbline.event.TelemetryName;
import java.util.Arrays;
import java.util.List;

/**
 * The times of the steps of a turn, until they are reported for a round or the turn. The turn's thread adds; any thread
 * may read.
 */
final class StepTimeLog {
    private static final int NO_ROUND = Integer.MAX_VALUE;

    private final long turnBegan;
    private StepTime[] steps = new StepTime[16];
    private long roundBegan;

    /** The index of the first step of the running round. */
    private volatile int round = NO_ROUND;

    private volatile int count;

    StepTimeLog(long turnBegan) {
        this.turnBegan = turnBegan;
    }

    /** Adds a step with its start and end, in nanoseconds of the turn's clock. */
    public void add(StepTime.Kind kind, TelemetryName name, long from, long to) {
        int at = count;
        if (at == steps.length) {
            steps = Arrays.copyOf(steps, 2 * at);
        }
        steps[at] = new StepTime(kind, name, from - (round == NO_ROUND ? turnBegan : roundBegan), to - from);
        count = at + 1;
    }

    /** Returns the start of the turn, in nanoseconds of its clock. */
    public long turnBegan() {
        return turnBegan;
    }

    /** Records the start of a round. */
    public void roundBegan(long at) {
        roundBegan = at;
        round = count;
    }

    /** Removes and returns the steps of the newest round. */
    public List<StepTime> roundEnded() {
        int from = Math.min(round, count);
        List<StepTime> own = List.of(Arrays.copyOfRange(steps, from, count));
        count = from;
        round = NO_ROUND;
        return own;
    }

    /** Returns the steps that belong to no round. */
    public List<StepTime> outsideRounds() {
        int to = Math.min(round, count);
        return List.of(Arrays.copyOf(steps, to));
    }
}
