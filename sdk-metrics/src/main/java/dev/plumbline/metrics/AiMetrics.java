package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.Cost;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The metrics of a session, a turn or a round, over all its finished calls, tool calls, rounds and turns. Immutable;
 * created only by the SDK.
 *
 * @param ids the session, turn and round; the turn's id is empty for a session, the round is 0 for a turn
 * @param turns the number of finished turns
 * @param rounds the number of finished rounds
 * @param calls the calls of the model
 * @param stream the metrics of streamed answers
 * @param tools the tool calls
 * @param cache the metrics of caches
 * @param validation the metrics of validators
 * @param steps the total time of each stage, hook and policy
 */
public record AiMetrics(
        CallIds ids,
        int turns,
        int rounds,
        CallMetrics calls,
        StreamMetrics stream,
        ToolMetrics tools,
        CacheMetrics cache,
        ValidationMetrics validation,
        Map<TelemetryName, Duration> steps) {

    public AiMetrics {
        steps = Map.copyOf(steps);
    }

    /**
     * The metrics of model calls.
     *
     * @param finished the number of finished calls
     * @param failed the number of those with an error
     * @param attempts the number of requests to providers, including retries, repairs and fallbacks
     * @param sentBytes the size of the bodies of those requests
     * @param receivedBytes the size of the answers, without framing
     * @param retries the number of failed attempts that were retried
     * @param inModel the total time of the calls, from start to end
     * @param waited the total time that policies waited, for a retry or a limit
     * @param usage their tokens
     * @param cost their cost; empty if none is known or there are several currencies
     */
    public record CallMetrics(
            int finished,
            int failed,
            int attempts,
            long sentBytes,
            long receivedBytes,
            int retries,
            Duration inModel,
            Duration waited,
            Usage usage,
            Optional<Cost> cost) {}

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

    /**
     * The metrics of tool calls.
     *
     * @param finished the number of finished calls
     * @param failures the number of failed calls by error code
     * @param queued the total time that they waited before they ran
     * @param inTools the total time that they ran
     * @param resultBytes the size of their envelopes
     */
    public record ToolMetrics(
            int finished, Map<TelemetryName, Integer> failures, Duration queued, Duration inTools, long resultBytes) {

        public ToolMetrics {
            failures = Map.copyOf(failures);
        }

        /** Returns the number of failed calls. */
        public int failed() {
            return failures.values().stream().mapToInt(count -> count).sum();
        }
    }

    /**
     * The metrics of caches.
     *
     * @param hits the number of answers from the response cache or from an equal running call
     * @param misses the number of calls without an entry
     * @param cachedInput the number of input tokens that providers read from their prompt caches
     * @param savedTokens the number of tokens that the hits of the response cache cost when providers gave them, as far as
     *     it is known
     */
    public record CacheMetrics(int hits, int misses, long cachedInput, long savedTokens) {}

    /**
     * The metrics of validators.
     *
     * @param runs the number of runs with findings
     * @param errors the number of errors
     * @param warnings the number of warnings
     * @param infos the number of findings that are neither errors nor warnings
     */
    public record ValidationMetrics(int runs, int errors, int warnings, int infos) {}
}
