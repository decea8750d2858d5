package dev.plumbline.metrics;

import dev.plumbline.event.CallIds;
import dev.plumbline.event.Label;
import java.time.Duration;
import java.util.Map;

/**
 * The numbers of a session, a turn or a round: of all its calls, tool calls, rounds and turns that are over. Immutable; made
 * by the SDK only.
 *
 * @param ids whose they are; a turn's id is empty for a session, a round is 0 for a turn
 * @param turns how many are over
 * @param rounds how many are over: times the model was asked
 * @param calls the calls of the model
 * @param stream how their answers came in
 * @param tools the tool calls
 * @param cache what the caches saved
 * @param validation what checks found
 * @param steps how long each stage, hook and policy took, all its runs together
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
        Map<Label, Duration> steps) {

    public AiMetrics {
        steps = Map.copyOf(steps);
    }
}
