package dev.plumbline.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.BudgetStore.Amount;
import dev.plumbline.policy.BudgetStore.Budget;
import dev.plumbline.testkit.VirtualClock;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LocalBudgetStoreTest {
    private final VirtualClock clock = VirtualClock.create();
    private final BudgetStore store = Policies.localBudgets(clock);

    private void takeOfMany(String name) {
        for (int i = 0; i < 5_000; i++) {
            assertThat(store.take(new Budget(name + i, 1, Duration.ofSeconds(1)), Amount.of(1))
                            .isGranted())
                    .isTrue();
        }
    }

    @Test
    @DisplayName(
            "J25 the budget of a session that rests for days is what it was, and so is one that refills in a month")
    void j25_idleBudgets_areKept() {
        Budget session = new Budget("spending/USD/session/s", 100, Duration.ZERO);
        Budget month = new Budget("quota/p", 100, Duration.ofDays(30));
        store.take(session, Amount.of(60));
        store.take(month, Amount.of(90));
        takeOfMany("other");
        clock.advance(Duration.ofDays(9));
        takeOfMany("next");
        assertThat(store.take(session, Amount.of(0)).left()).isEqualTo(40);
        assertThat(store.take(month, Amount.of(0)).left()).isEqualTo(40);
        clock.advance(BudgetStore.KEPT);
        assertThat(store.take(session, Amount.of(0)).left()).isEqualTo(40);
    }

    @Test
    void fullBudgets_andThoseForgotten_needNoMemory() {
        Budget session = new Budget("spending/USD/session/s", 100, Duration.ZERO);
        store.take(session, Amount.of(60));
        clock.advance(BudgetStore.KEPT.plusSeconds(1));
        takeOfMany("other");
        assertThat(store.take(session, Amount.of(0)).left()).isEqualTo(100);
    }

    @Test
    @DisplayName("S24 an amount without end is refused, and one that is returned makes the budget full")
    void s24_hugeAmounts_doNotOverflow() {
        for (Duration refill :
                new Duration[] {Duration.ZERO, Duration.ofDays(30), Duration.ofSeconds(Long.MAX_VALUE)}) {
            Budget budget = new Budget("b" + refill, 100, refill);
            assertThat(store.take(budget, Amount.of(60)).isGranted()).isTrue();
            assertThat(store.take(budget, Amount.of(Long.MAX_VALUE)).isGranted())
                    .isFalse();
            assertThat(store.take(budget, Amount.of(0)).left()).isEqualTo(40);
            assertThat(store.take(budget, new Amount(0, Long.MAX_VALUE, Duration.ZERO))
                            .left())
                    .isEqualTo(100);
        }
        assertThat(SpendingBudgets.units(new BigDecimal("1E+30"))).isEqualTo(Long.MAX_VALUE);
        assertThat(SpendingBudgets.units(new BigDecimal("0.0000000001"))).isEqualTo(1);
    }
}
