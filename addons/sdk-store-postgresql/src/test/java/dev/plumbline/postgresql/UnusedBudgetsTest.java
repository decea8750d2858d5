package dev.plumbline.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.BudgetStore.Amount;
import dev.plumbline.policy.BudgetStore.Budget;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class UnusedBudgetsTest {
    private static final Budget SESSION = new Budget("spending/USD/session/s", 100, Duration.ZERO);
    private static final Budget QUARTER = new Budget("quota/p", 90, Duration.ofDays(90));

    private static void rest(int days) {
        PostgresServer.shared()
                .execute("UPDATE plumbline.budget SET used = used - interval '" + days + " days',"
                        + " level = level - CASE WHEN level > 1000000 THEN "
                        + Duration.ofDays(days).toNanos()
                        + " ELSE 0 END");
    }

    @Test
    @DisplayName("J25 budgets that are not full are removed after 30 idle days, those that refill when they are full")
    void j25_unusedBudgets_areKeptForAMonth() {
        try (PostgresDatabase database =
                PostgresDatabase.at(PostgresServer.shared().uri())) {
            PostgresBudgetStore budgets = PostgresBudgetStore.of(database);
            budgets.take(SESSION, Amount.of(0)); // makes the schema
            PostgresServer.shared().execute("DELETE FROM plumbline.budget");
            budgets.take(SESSION, Amount.of(60));
            budgets.take(QUARTER, Amount.of(90));
            rest(29);
            assertThat(budgets.removeUnused(BudgetStore.NO_LIMIT, Cancellation.create()))
                    .isZero();
            rest(2);
            assertThat(budgets.removeUnused(BudgetStore.NO_LIMIT, Cancellation.create()))
                    .isEqualTo(1);
            assertThat(budgets.take(SESSION, Amount.of(0)).left()).isEqualTo(100);
            assertThat(budgets.take(QUARTER, Amount.of(0)).left()).isBetween(30L, 32L);
        }
    }
}
