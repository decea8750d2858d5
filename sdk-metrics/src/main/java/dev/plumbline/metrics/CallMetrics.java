package dev.plumbline.metrics;

import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.time.Duration;
import java.util.Optional;

/**
 * Calls of the model in numbers.
 *
 * @param finished how many ended
 * @param failed of those, how many with an error
 * @param attempts requests that went to a provider: retries, repairs and fallbacks included
 * @param sentBytes of the bodies of those requests
 * @param receivedBytes of what was said in return, without what frames it
 * @param retries how many attempts failed and were made again
 * @param inModel from the start of each call to its end, together
 * @param waited how long policies waited: for another attempt, for a limit
 * @param usage their tokens
 * @param cost their price; empty when none is known, or when there are several currencies
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
