package dev.plumbline.session.state;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the usage and cost of several calls. The cost becomes unknown with the first answer that has no price or
 * another currency. One thread at a time adds; any thread may read.
 */
final class UsageAccumulator {
    private volatile Usage usage;
    private volatile @Nullable Cost cost;
    private volatile boolean priced;

    /** Creates an accumulator that begins with earlier usage, whose cost is unknown. */
    UsageAccumulator(Usage before) {
        usage = before;
        priced = before.calls() == 0;
    }

    void add(AiReturn ret) {
        usage = usage.plus(ret.usage());
        Cost more = ret.cost().orElse(null);
        Cost sum = cost;
        if (more == null) {
            priced &= ret.usage().calls() == 0;
        } else if (sum != null && !sum.currency().equals(more.currency())) {
            priced = false;
        } else {
            cost = sum == null ? more : sum.plus(more);
        }
    }

    Usage usage() {
        return usage;
    }

    /** Returns the cost; null if it is unknown. */
    @Nullable
    Cost cost() {
        return priced ? cost : null;
    }
}
