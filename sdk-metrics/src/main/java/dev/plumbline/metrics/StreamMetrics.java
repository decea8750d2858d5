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
 * @param streaming from the first content of each call to its end, together; of one on its way, to what came last
 * @param outputTokens of the calls that ended, and had content
 * @param settled of {@code streaming}, what belongs to calls that ended
 */
public record StreamMetrics(
        Optional<Duration> firstToken,
        long deltas,
        long chars,
        long bytes,
        Duration streaming,
        long outputTokens,
        Duration settled) {

    /** Output tokens by the second, of the calls that ended: how many they were is known only then. 0 when none did. */
    public double tokensPerSecond() {
        return perSecond(outputTokens, settled);
    }

    /** Bytes by the second, of all calls, those on their way included. 0 before anything came. */
    public double bytesPerSecond() {
        return perSecond(bytes, streaming);
    }

    private static double perSecond(long amount, Duration time) {
        return time.isZero() ? 0 : amount * 1e9 / time.toNanos();
    }
}
