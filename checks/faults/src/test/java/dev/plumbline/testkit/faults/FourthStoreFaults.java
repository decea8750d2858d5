package dev.plumbline.testkit.faults;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.VirtualClock;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Stores with one error each, written by a fourth author from the contract without knowledge of the laws. */
final class FourthStoreFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private FourthStoreFaults() {}

    static List<PlantedFault> all() {
        FourthStoreFaults faults = new FourthStoreFaults();
        faults.answers();
        faults.conversations();
        faults.budgets();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, Supplier<?> laws) {
        all.add(new PlantedFault(PlantedFault.Kind.STORE, name, breaks, "", laws::get));
    }

    private void answers() {
        // Selection.ofModel: the answers of that model, as provider:name; a name may have a colon, too
        add(
                "compares models up to the second colon",
                "The model ollama:qwen3:8b also selects the answers of ollama:qwen3:4b.",
                () -> StoreFaults.responseLaws(ModelColumns::new));
    }

    private void conversations() {
        // list: the stored conversations, newest first
        add(
                "sorts conversations by the text of their time",
                "A time in whole seconds is behind one of the same second with a fraction, as Z is behind a dot.",
                () -> StoreFaults.sessionLaws(right -> new StoreFaults.Sessions(right) {
                    @Override
                    public List<StoredSession> list(Duration limit, Cancellation cancellation) {
                        Comparator<StoredSession> oldest =
                                Comparator.comparing(each -> each.last().toString());
                        return super.list(limit, cancellation).stream()
                                .sorted(oldest.reversed())
                                .toList();
                    }
                }));
    }

    private void budgets() {
        // Budget.refill: the time in which an empty budget becomes full, evenly
        add(
                "forgets the time of an unfinished unit",
                "Each operation adds the whole units that have come back and drops the rest of the time since the last.",
                () -> StoreFaults.budgetLaws(WholeUnits::new));
    }

    /** A store with a column for the provider and one for the name of a model. */
    private static final class ModelColumns extends StoreFaults.Responses {
        @Override
        public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
            if (selection.by() != By.MODEL) {
                return super.invalidate(selection, limit, cancellation);
            }
            check(limit, cancellation);
            int before = kept.size();
            kept.values().removeIf(each -> columns(each.getValue().model()).equals(columns(selection.value())));
            return before - kept.size();
        }

        private static List<String> columns(String model) {
            return Arrays.stream(model.split(":", -1)).limit(2).toList();
        }
    }

    /** A store that keeps the units of each budget and the time of its last operation. */
    private static final class WholeUnits extends StoreFaults.Budgets {
        WholeUnits(Map<String, Long> levels, VirtualClock clock) {
            super(levels, clock);
        }

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            check(limit, cancellation);
            synchronized (levels) {
                long now = clock.nanoTime();
                long before = levels.getOrDefault("units " + budget.key(), budget.size());
                long since = now - levels.getOrDefault("time " + budget.key(), now);
                long refilled = Math.min(budget.size(), before + cameBack(budget, since));
                long there = refilled + Math.min(amount.returned(), budget.size() - refilled);
                Duration delay = delay(budget, amount.units(), there);
                boolean granted = !delay.equals(BudgetStore.NO_LIMIT) && delay.compareTo(amount.longestWait()) <= 0;
                long left = granted ? there - amount.units() : there;
                levels.put("units " + budget.key(), left);
                levels.put("time " + budget.key(), now);
                return new Taken(granted, delay, Math.max(0, left));
            }
        }

        private static long cameBack(Budget budget, long nanos) {
            return budget.refill().isZero()
                    ? 0
                    : BigInteger.valueOf(nanos)
                            .multiply(BigInteger.valueOf(budget.size()))
                            .divide(BigInteger.valueOf(budget.refill().toNanos()))
                            .min(BigInteger.valueOf(Long.MAX_VALUE / 2))
                            .longValue();
        }

        private static Duration delay(Budget budget, long units, long there) {
            if (units <= Math.max(0, there)) {
                return there < 0 ? later(budget, -there) : Duration.ZERO;
            }
            return budget.refill().isZero() || units > budget.size()
                    ? BudgetStore.NO_LIMIT
                    : later(budget, units - there);
        }

        private static Duration later(Budget budget, long missing) {
            BigInteger size = BigInteger.valueOf(budget.size());
            return Duration.ofNanos(BigInteger.valueOf(missing)
                    .multiply(BigInteger.valueOf(budget.refill().toNanos()))
                    .add(size)
                    .subtract(BigInteger.ONE)
                    .divide(size)
                    .longValue());
        }
    }
}
