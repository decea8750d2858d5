package dev.plumbline.metrics;

import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.metrics.AiMetrics.ToolMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Accumulates the metrics of tool calls. Not thread-safe. */
final class ToolMetricsAccumulator {
    private static final TelemetryName OK = TelemetryName.of("ok");

    private final Map<TelemetryName, Integer> failures = new HashMap<>();
    private int finished;
    private Duration queued = Duration.ZERO;
    private Duration inTools = Duration.ZERO;
    private long resultBytes;

    void add(TelemetryEvent.ToolFinished done) {
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
