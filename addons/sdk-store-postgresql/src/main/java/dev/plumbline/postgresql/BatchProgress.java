package dev.plumbline.postgresql;

import dev.plumbline.event.Cost;
import java.util.List;

/**
 * The state of a run over machines.
 *
 * @param items the number of bodies
 * @param finished the number of results
 * @param failed the number of results that are failures
 * @param workers the number of workers that hold items now
 * @param tokens the sum of tokens
 * @param costs the sums of the costs, one for each currency
 */
public record BatchProgress(long items, long finished, long failed, long workers, long tokens, List<Cost> costs) {
    public BatchProgress {
        costs = List.copyOf(costs);
    }

    /** Returns whether every body has a result. */
    public boolean isFinished() {
        return finished == items;
    }
}
