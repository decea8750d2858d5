package dev.plumbline.session.state;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What several calls have used and cost. The cost is unknown from the first call on that a provider answered without a price, or in
 * another currency. One thread at a time adds; any thread may ask.
 */
final class UsageAccumulator {
    private volatile Usage usage;
    private volatile @Nullable Cost cost;
    private volatile boolean priced;

    /** Begins with what was used before, of which the cost is not known. */
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

    Optional<Cost> cost() {
        return priced ? Optional.ofNullable(cost) : Optional.empty();
    }
}
