package dev.plumbline.metrics;

import dev.plumbline.event.Label;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long each step took in all. Small, because there are thousands of them, and their steps are few. Not thread-safe. */
final class StepTimes {
    private static final int FEW = 8;

    private Label[] steps = new Label[FEW];
    private long[] nanos = new long[FEW];
    private int count;

    void add(Label step, long took) {
        int place = place(step); // may evict another
        nanos[place] += took;
    }

    void add(StepTimes other) {
        for (int i = 0; i < other.count; i++) {
            add(other.steps[i], other.nanos[i]);
        }
    }

    /** Where that very label is; equal ones meet in {@link #map}. */
    @SuppressWarnings("ReferenceEquality") // one runtime uses one label for a step, and this is asked for each step
    private int place(Label step) {
        for (int i = 0; i < count; i++) {
            if (steps[i] == step) {
                return i;
            }
        }
        if (count == steps.length) {
            steps = Arrays.copyOf(steps, 2 * count);
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        steps[count] = step;
        return count++;
    }

    Map<Label, Duration> map() {
        Map<Label, Duration> times = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            times.merge(steps[i], Duration.ofNanos(nanos[i]), Duration::plus);
        }
        return times;
    }
}
