package dev.plumbline.metrics;

import java.time.Duration;
import java.util.Optional;

/**
 * How answers came in.
 *
 * @param firstToken how long the first content of the latest call took; empty before there was one
 * @param deltas how many increments
 * @param chars their length
 * @param bytes their length in UTF-8
 * @param streaming from the first content of each call to its end, together
 * @param outputTokens of the calls that had content
 */
public record StreamMetrics(
        Optional<Duration> firstToken, long deltas, long chars, long bytes, Duration streaming, long outputTokens) {

    /** Output tokens by the second; 0 before any came. */
    public double tokensPerSecond() {
        return perSecond(outputTokens, streaming);
    }

    /** Bytes by the second; 0 before any came. */
    public double bytesPerSecond() {
        return perSecond(bytes, streaming);
    }

    private static double perSecond(long amount, Duration time) {
        return time.isZero() ? 0 : amount * 1e9 / time.toNanos();
    }
}
