package dev.plumbline.metrics;

import java.time.Duration;
import java.util.Optional;

/**
 * The metrics of streamed answers.
 *
 * @param firstToken the time to the first content of the latest call; empty if there was none
 * @param deltas the number of deltas
 * @param chars their length in characters
 * @param bytes their length in UTF-8
 * @param lastDeltaBytes the length of the last delta of the latest call, in UTF-8
 * @param streaming the total time from the first content of each call to its end
 * @param outputTokens the output tokens of calls with content
 */
public record StreamMetrics(
        Optional<Duration> firstToken,
        long deltas,
        long chars,
        long bytes,
        long lastDeltaBytes,
        Duration streaming,
        long outputTokens) {

    /** Returns the output tokens per second; 0 if there are none. */
    public double tokensPerSecond() {
        return perSecond(outputTokens, streaming);
    }

    /** Returns the bytes per second; 0 if there are none. */
    public double bytesPerSecond() {
        return perSecond(bytes, streaming);
    }

    private static double perSecond(long amount, Duration time) {
        return time.isZero() ? 0 : amount * 1e9 / time.toNanos();
    }
}
