package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryName;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The total time of each step. Compact, because there are thousands of instances with few steps. Not thread-safe. */
final class StepTimeTotals {
    private static final int FEW = 8;

    private TelemetryName[] steps = new TelemetryName[FEW];
    private long[] nanos = new long[FEW];
    private int count;

    void add(TelemetryName step, long took) {
        int place = place(step); // may replace another
        nanos[place] += took;
    }

    void add(StepTimeTotals other) {
        for (int i = 0; i < other.count; i++) {
            add(other.steps[i], other.nanos[i]);
        }
    }

    /** Returns the index of that label object; equal labels are merged in {@link #map}. */
    @SuppressWarnings("ReferenceEquality") // a runtime uses one label object for a step, and identity is faster
    private int place(TelemetryName step) {
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

    Map<TelemetryName, Duration> map() {
        Map<TelemetryName, Duration> times = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            times.merge(steps[i], Duration.ofNanos(nanos[i]), Duration::plus);
        }
        return times;
    }
}
