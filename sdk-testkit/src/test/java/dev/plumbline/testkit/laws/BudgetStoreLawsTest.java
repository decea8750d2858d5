package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.VirtualClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each law of budget stores catches the one that breaks it. */
class BudgetStoreLawsTest {
    private final VirtualClock clock = VirtualClock.create();

    private BudgetStoreLaws laws(MapBudgetStore store) {
        return new BudgetStoreLaws() {
            @Override
            public BudgetStore store() {
                return store;
            }

            @Override
            public BudgetStore another(BudgetStore first) {
                return store;
            }

            @Override
            public void advance(Duration time) {
                clock.advance(time);
            }
        };
    }

    /** A store of a map that keeps the laws: the time at which a budget is full, or the units that are out. */
    private class MapBudgetStore implements BudgetStore {
        final Map<String, Long> levels = new ConcurrentHashMap<>();

        @Override
        public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
            require(limit, cancellation);
            synchronized (levels) {
                long before = level(budget);
                long unit = budget.refill().isZero() ? 1 : budget.refill().toNanos() / budget.size();
                long start = budget.refill().isZero() ? 0 : clock.nanoTime();
                long back = Math.max(start, Math.max(start, before) - amount.returned() * unit);
                long later = back + amount.units() * unit;
                Duration delay = Duration.ofNanos(Math.max(0, later - start - budget.size() * unit));
                boolean granted =
                        budget.refill().isZero() ? delay.isZero() : delay.compareTo(amount.longestWait()) <= 0;
                levels.put(budget.key(), granted ? later : back);
                long out = ((granted ? later : back) - start + unit - 1) / unit;
                boolean isForEver = budget.refill().isZero() && !granted;
                return new Taken(granted, isForEver ? NO_LIMIT : delay, Math.max(0, budget.size() - out));
            }
        }

        long level(Budget budget) {
            return levels.getOrDefault(budget.key(), 0L);
        }

        void require(Duration limit, Cancellation cancellation) {
            cancellation.throwIfCancelled();
            if (limit.isZero()) {
                throw new AiException(AiError.of(AiError.Category.TIMEOUT_TOTAL, "deadline", "there is no time left"));
            }
        }

        @Override
        public void close() {}
    }

    @Test
    @DisplayName("J16 a budget store that keeps the laws passes them")
    void j16_lawfulStore_passes() {
        assertThatCode(() -> {
                    laws(new MapBudgetStore()).takers_never_take_more_than_there_is(5);
                    laws(new MapBudgetStore()).what_was_taken_survives_close(5);
                    laws(new MapBudgetStore()).refused_takes_nothing(5);
                    laws(new MapBudgetStore()).units_come_back_with_time(5);
                    laws(new MapBudgetStore()).returned_units_are_there_again(5);
                    laws(new MapBudgetStore()).operations_keep_their_limits(5);
                })
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("J16 a budget store that reads and writes in two steps breaks the laws")
    void j16_storeThatIsNotAtomic_isCaught() {
        CountDownLatch bothHaveRead = new CountDownLatch(2);
        MapBudgetStore store = new MapBudgetStore() {
            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                boolean granted = level(budget) < budget.size();
                bothHaveRead.countDown();
                try {
                    bothHaveRead.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                levels.merge(budget.key(), granted ? 1L : 0L, Long::sum);
                return new Taken(granted, Duration.ZERO, 0);
            }
        };

        assertThatThrownBy(() -> laws(store).takers_never_take_more_than_there_is(1))
                .hasMessageContaining("law broken: takers never take more than there is")
                .hasMessageContaining("take in one atomic step");
    }

    @Test
    @DisplayName("J16 a budget store that forgets at close breaks the laws")
    void j16_storeThatForgets_isCaught() {
        MapBudgetStore store = new MapBudgetStore() {
            @Override
            public void close() {
                levels.clear();
            }
        };

        assertThatThrownBy(() -> laws(store).what_was_taken_survives_close(3))
                .hasMessageContaining("law broken: what was taken survives close");
    }

    @Test
    @DisplayName("J16 a budget store that mixes keys, counts too much, or ignores its limits breaks the laws")
    void j16_storesThatMixOrIgnore_areCaught() {
        MapBudgetStore mixed = new MapBudgetStore() {
            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                Budget all = new Budget("all", budget.size(), budget.refill());
                return super.take(all, amount, limit, cancellation);
            }
        };
        assertThatThrownBy(() -> laws(mixed).refused_takes_nothing(3)).hasMessageContaining("apart by their keys");

        MapBudgetStore frozen = new MapBudgetStore() {
            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                return super.take(new Budget(budget.key(), budget.size(), Duration.ZERO), amount, limit, cancellation);
            }
        };
        assertThatThrownBy(() -> laws(frozen).units_come_back_with_time(3))
                .hasMessageContaining("law broken: units come back with time");

        MapBudgetStore keeping = new MapBudgetStore() {
            @Override
            public Taken take(Budget budget, Amount amount, Duration limit, Cancellation cancellation) {
                return super.take(budget, new Amount(amount.units(), 0, Duration.ZERO), limit, cancellation);
            }
        };
        assertThatThrownBy(() -> laws(keeping).returned_units_are_there_again(3))
                .hasMessageContaining("return first, then take");

        MapBudgetStore careless = new MapBudgetStore() {
            @Override
            void require(Duration limit, Cancellation cancellation) {}
        };
        assertThatThrownBy(() -> laws(careless).operations_keep_their_limits(3))
                .hasMessageContaining("check the cancellation");
    }
}
