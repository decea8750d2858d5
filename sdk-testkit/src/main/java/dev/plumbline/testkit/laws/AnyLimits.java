package dev.plumbline.testkit.laws;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.ResponseStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Stores whose operations have any limit that is long enough: none, which the operations without a limit have, or some time. */
final class AnyLimits {
    private static final List<Duration> LIMITS =
            List.of(ResponseStore.NO_LIMIT, Duration.ofMinutes(7), Duration.ofDays(1), Duration.ofSeconds(47));

    private final AtomicInteger calls = new AtomicInteger();

    private AnyLimits() {}

    private Duration next() {
        return LIMITS.get(Math.floorMod(calls.getAndIncrement(), LIMITS.size()));
    }

    /** Returns a store that does what that one does with its operation of a limit. */
    static ResponseStore of(ResponseStore right) {
        AnyLimits limits = new AnyLimits();
        return new ResponseStore() {
            @Override
            public Optional<Entry> find(Key key) {
                Duration limit = limits.next();
                return limit.equals(NO_LIMIT) ? right.find(key) : right.find(key, limit, Cancellation.create());
            }

            @Override
            public Optional<Entry> find(Key key, Duration limit, Cancellation cancellation) {
                return right.find(key, limit, cancellation);
            }

            @Override
            public void put(Key key, Entry entry) {
                Duration limit = limits.next();
                if (limit.equals(NO_LIMIT)) {
                    right.put(key, entry);
                } else {
                    right.put(key, entry, limit, Cancellation.create());
                }
            }

            @Override
            public void put(Key key, Entry entry, Duration limit, Cancellation cancellation) {
                right.put(key, entry, limit, cancellation);
            }

            @Override
            public boolean remove(Key key) {
                Duration limit = limits.next();
                return limit.equals(NO_LIMIT) ? right.remove(key) : right.remove(key, limit, Cancellation.create());
            }

            @Override
            public boolean remove(Key key, Duration limit, Cancellation cancellation) {
                return right.remove(key, limit, cancellation);
            }

            @Override
            public long invalidate(Selection selection) {
                Duration limit = limits.next();
                return limit.equals(NO_LIMIT)
                        ? right.invalidate(selection)
                        : right.invalidate(selection, limit, Cancellation.create());
            }

            @Override
            public long invalidate(Selection selection, Duration limit, Cancellation cancellation) {
                return right.invalidate(selection, limit, cancellation);
            }

            @Override
            public Lease lease(Key key, String awaited, Duration limit, Cancellation cancellation) {
                return right.lease(key, awaited, limit, cancellation);
            }

            @Override
            public void close() {
                right.close();
            }
        };
    }

    /** Returns a store of budgets that does what that one does with its operation of a limit. */
    static BudgetStore of(BudgetStore right) {
        AnyLimits limits = new AnyLimits();
        return new BudgetStore() {
            @Override
            public Taken take(Budget budget, Amount amount) {
                Duration limit = limits.next();
                return limit.equals(NO_LIMIT)
                        ? right.take(budget, amount)
                        : right.take(budget, amount, limit, Cancellation.create());
            }

            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                return right.take(budget, amount, limit, cancellation);
            }

            @Override
            public void close() {
                right.close();
            }
        };
    }
}
