package dev.plumbline.metrics;

import dev.plumbline.event.CallRecord;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.metrics.AiMetrics.StreamMetrics;
import java.time.Duration;
import java.util.Optional;

/** Accumulates the metrics of streamed answers. Not thread-safe. */
final class StreamMetricsAccumulator {
    private Optional<Duration> first = Optional.empty();
    private long deltas;
    private long chars;
    private long bytes;
    private long lastBytes;
    private long outputTokens;
    private Duration streaming = Duration.ZERO;

    void add(CallRecord call) {
        CallRecord.Content content = call.content();
        if (content.first().isPresent()) {
            first = content.first();
            deltas += content.deltas();
            chars += content.chars();
            bytes += content.bytes();
            lastBytes = content.lastBytes();
            outputTokens = SaturatingMath.plus(outputTokens, call.usage().output());
            streaming = streaming.plus(call.took()).minus(content.first().get());
        }
    }

    void add(StreamMetricsAccumulator other) {
        first = other.first.or(() -> first);
        deltas += other.deltas;
        chars += other.chars;
        bytes += other.bytes;
        lastBytes = other.deltas > 0 ? other.lastBytes : lastBytes;
        outputTokens = SaturatingMath.plus(outputTokens, other.outputTokens);
        streaming = streaming.plus(other.streaming);
    }

    StreamMetrics metrics() {
        return new StreamMetrics(first, deltas, chars, bytes, lastBytes, streaming, outputTokens);
    }
}
