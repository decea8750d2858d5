package dev.plumbline.policy.internal;

import dev.plumbline.internal.SaturatingMath;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.BudgetStore.Amount;
import dev.plumbline.policy.BudgetStore.Budget;
import dev.plumbline.policy.BudgetStore.Taken;
import java.time.Duration;

/**
 * The level of a budget. One that refills is one number by the generic cell rate algorithm (ITU-T I.371): the time at which
 * it would be full. One that does not is the number of units that are out. All times are nanoseconds of one clock. Immutable.
 *
 * @param full the time at which the budget is full
 * @param out the number of units that are out
 * @param used the time of the last use
 */
public record BudgetLevel(long full, long out, long used) {
    /** Half of the range, so that what is missing can be longer than a period. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    /** Returns the level of a budget that was not used before. */
    public static BudgetLevel unused(long now) {
        return new BudgetLevel(now, 0, now);
    }

    /** What an operation leaves, and its result. */
    public record Change(BudgetLevel level, Taken taken) {}

    /** Returns units and takes units, as {@link BudgetStore#take}. */
    public Change take(Budget budget, Amount amount, long now) {
        return budget.refill().isZero() ? takeCounted(budget, amount, now) : takeTimed(budget, amount, now);
    }

    /** Returns whether the budget is full, or does not refill and was not used for {@link BudgetStore#KEPT}. */
    public boolean isUnused(long now) {
        return out == 0 ? now - full > 0 : now - used > BudgetStore.KEPT.toNanos();
    }

    private Change takeCounted(Budget budget, Amount amount, long now) {
        long before = Math.max(0, out - amount.returned());
        boolean granted = amount.units() <= budget.size() - before;
        long after = before + (granted ? amount.units() : 0);
        Duration delay = granted ? Duration.ZERO : BudgetStore.NO_LIMIT;
        return new Change(
                new BudgetLevel(full, after, now), new Taken(granted, delay, Math.max(0, budget.size() - after)));
    }

    private Change takeTimed(Budget budget, Amount amount, long now) {
        long period = Math.min(LONGEST, SaturatingMath.nanos(budget.refill()));
        long unit = Math.max(1, period / budget.size());
        long before = now + Math.max(0, Math.max(0, full - now) - SaturatingMath.times(amount.returned(), unit));
        long missing = SaturatingMath.plus(before - now, SaturatingMath.times(amount.units(), unit));
        Duration wait = Duration.ofNanos(Math.max(0, missing - period));
        boolean granted = wait.compareTo(amount.longestWait()) <= 0;
        long after = granted ? SaturatingMath.plus(now, missing) : before;
        long left = Math.max(0, budget.size() - (after - now + unit - 1) / unit);
        return new Change(new BudgetLevel(after, out, now), new Taken(granted, wait, left));
    }
}
