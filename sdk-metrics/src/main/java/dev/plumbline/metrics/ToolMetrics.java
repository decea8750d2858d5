package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryLabel;
import java.time.Duration;
import java.util.Map;

/**
 * Tool calls in numbers.
 *
 * @param finished how many have an outcome
 * @param failures of those, how many with an error, by its code
 * @param queued how long they waited before they ran, together
 * @param inTools how long they ran, together
 * @param resultBytes the length of their envelopes
 */
public record ToolMetrics(
        int finished, Map<TelemetryLabel, Integer> failures, Duration queued, Duration inTools, long resultBytes) {

    public ToolMetrics {
        failures = Map.copyOf(failures);
    }

    /** How many failed. */
    public int failed() {
        return failures.values().stream().mapToInt(count -> count).sum();
    }
}
