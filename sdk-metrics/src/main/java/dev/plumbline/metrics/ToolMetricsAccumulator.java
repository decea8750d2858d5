package dev.plumbline.metrics;

import dev.plumbline.event.AiEvent;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.metrics.AiMetrics.ToolMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Accumulates the metrics of tool calls. Not thread-safe. */
final class ToolMetricsAccumulator {
    private static final TelemetryLabel OK = TelemetryLabel.of("ok");

    private final Map<TelemetryLabel, Integer> failures = new HashMap<>();
    private int finished;
    private Duration queued = Duration.ZERO;
    private Duration inTools = Duration.ZERO;
    private long resultBytes;

    void add(AiEvent.ToolFinished done) {
        finished++;
        queued = queued.plus(done.queued());
        inTools = inTools.plus(done.took());
        resultBytes += done.resultBytes();
        if (!done.code().equals(OK)) {
            failures.merge(done.code(), 1, Integer::sum);
        }
    }

    void add(ToolMetricsAccumulator other) {
        finished += other.finished;
        other.failures.forEach((code, times) -> failures.merge(code, times, Integer::sum));
        queued = queued.plus(other.queued);
        inTools = inTools.plus(other.inTools);
        resultBytes += other.resultBytes;
    }

    ToolMetrics metrics() {
        return new ToolMetrics(finished, failures, queued, inTools, resultBytes);
    }
}
