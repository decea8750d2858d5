package dev.plumbline.policies;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.internal.OperationLimit;
import dev.plumbline.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Budgets in memory. A budget that refills is one number by the generic cell rate algorithm (ITU-T I.371): the time at
 * which it would be full. One that does not is the number of units that are out. Thread-safe.
 */
final class LocalBudgetStore implements BudgetStore {
    private static final int MANY = 1_024;

    /** Half of the range, so that what is missing can be longer than a period. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    private final Scheduler time;
    private final ConcurrentMap<String, Level> levels = new ConcurrentHashMap<>();
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
            Level level = known == null ? new Level(now) : known;
            taken[0] = level.take(budget, amount, now);
            return level;
        });
        return taken[0];
    }

    /** Removes budgets that are full, or do not refill and were not used for {@link #KEPT}, and looks again when there are twice as many. */
    private void removeUnused(long now) {
        levels.values().removeIf(level -> level.isUnused(now));
        removeAt = Math.max(MANY, 2 * levels.size());
    }

    @Override
    public void close() {
        // holds nothing outside the memory
    }

    /** The state of one budget; used only while the map holds its key. */
    private static final class Level {
        private long full;
        private long out;
        private long used;

        Level(long now) {
            full = now;
        }

        Taken take(Budget budget, Amount amount, long now) {
            used = now;
            return budget.refill().isZero() ? takeCounted(budget, amount) : takeTimed(budget, amount, now);
        }

        boolean isUnused(long now) {
            return out == 0 ? now - full > 0 : now - used > KEPT.toNanos();
        }

        private Taken takeCounted(Budget budget, Amount amount) {
            out = Math.max(0, out - amount.returned());
            boolean granted = amount.units() <= budget.size() - out;
            out += granted ? amount.units() : 0;
            return new Taken(granted, granted ? Duration.ZERO : NO_LIMIT, budget.size() - out);
        }

        private Taken takeTimed(Budget budget, Amount amount, long now) {
            long period = Math.min(LONGEST, SaturatingMath.nanos(budget.refill()));
            long unit = Math.max(1, period / budget.size());
            full = now + Math.max(0, Math.max(0, full - now) - SaturatingMath.times(amount.returned(), unit));
            long missing = SaturatingMath.plus(full - now, SaturatingMath.times(amount.units(), unit));
            long later = SaturatingMath.plus(now, missing);
            Duration wait = Duration.ofNanos(Math.max(0, missing - period));
            boolean granted = wait.compareTo(amount.longestWait()) <= 0;
            full = granted ? later : full;
            return new Taken(granted, wait, Math.max(0, budget.size() - (full - now + unit - 1) / unit));
        }
    }
}
