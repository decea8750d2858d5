package dev.plumbline.session.state;

import dev.plumbline.event.Label;
import dev.plumbline.event.StepTime;
import java.util.Arrays;
import java.util.List;

/** The times of the steps of a turn, until a round or the turn reports them. The turn's thread adds; any thread may read. */
public final class StepLog {
    private static final int NO_ROUND = Integer.MAX_VALUE;

    private final long turnBegan;
    private StepTime[] steps = new StepTime[16];
    private long roundBegan;

    /** Where the running round begins. */
    private volatile int round = NO_ROUND;

    private volatile int count;

    StepLog(long turnBegan) {
        this.turnBegan = turnBegan;
    }

    /** Adds a step that lasted from then to then, in nanoseconds of the turn's time. */
    public void add(StepTime.Kind kind, Label name, long from, long to) {
        int at = count;
        if (at == steps.length) {
            steps = Arrays.copyOf(steps, 2 * at);
        }
        steps[at] = new StepTime(kind, name, from - (round == NO_ROUND ? turnBegan : roundBegan), to - from);
        count = at + 1;
    }

    /** When the turn began, in nanoseconds of its time. */
    public long turnBegan() {
        return turnBegan;
    }

    /** A round begins. */
    public void roundBegan(long at) {
        roundBegan = at;
        round = count;
    }

    /** The steps of the round that began last, which are forgotten. */
    public List<StepTime> roundEnded() {
        int from = Math.min(round, count);
        List<StepTime> own = List.of(Arrays.copyOfRange(steps, from, count));
        count = from;
        round = NO_ROUND;
        return own;
    }

    /** The steps that belong to no round. */
    public List<StepTime> outsideRounds() {
        int to = Math.min(round, count);
        return List.of(Arrays.copyOf(steps, to));
    }
}
