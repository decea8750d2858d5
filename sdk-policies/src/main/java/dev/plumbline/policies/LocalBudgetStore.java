package dev.plumbline.policies;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.internal.BudgetLevel;
import dev.plumbline.policy.internal.OperationLimit;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Budgets in memory. Thread-safe. */
final class LocalBudgetStore implements BudgetStore {
    private static final int MANY = 1_024;

    private final Scheduler time;
    private final ConcurrentMap<String, BudgetLevel> levels = new ConcurrentHashMap<>();
    private volatile int removeAt = MANY;

    LocalBudgetStore(Scheduler time) {
        this.time = time;
    }

    @Override
    public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
        OperationLimit.require(limit, cancellation);
        long now = time.nanoTime();
        if (levels.size() >= removeAt) {
            removeUnused(now);
        }
        Taken[] taken = new Taken[1];
        levels.compute(budget.key(), (key, known) -> {
            BudgetLevel level = known == null ? BudgetLevel.unused(now) : known;
            BudgetLevel.Change change = level.take(budget, amount, now);
            taken[0] = change.taken();
            return change.level();
        });
        return taken[0];
    }

    /** Removes budgets that need no memory, and looks again when there are twice as many. */
    private void removeUnused(long now) {
        levels.values().removeIf(level -> level.isUnused(now));
        removeAt = Math.max(MANY, 2 * levels.size());
    }

    @Override
    public void close() {
        // holds nothing outside the memory
    }
}
