package dev.plumbline.postgresql;

import dev.plumbline.policy.BudgetStore;
import dev.plumbline.testkit.laws.BudgetStoreLaws;
import java.time.Duration;

/** The laws of budget stores hold for a real server; time passes for it when its budgets are moved into the past. */
class PostgresBudgetStoreLawsTest implements BudgetStoreLaws {
    private static final PostgresDatabase ONE =
            PostgresDatabase.at(PostgresServer.shared().uri());
    private static final PostgresDatabase OTHER =
            PostgresDatabase.at(PostgresServer.shared().uri());

    @Override
    public BudgetStore store() {
        PostgresBudgetStore store = PostgresBudgetStore.of(ONE);
        store.removeUnused(BudgetStore.NO_LIMIT, dev.plumbline.call.Cancellation.create());
        PostgresServer.shared().clear();
        return store;
    }

    @Override
    public BudgetStore another(BudgetStore first) {
        return PostgresBudgetStore.of(OTHER);
    }

    @Override
    public void advance(Duration time) {
        PostgresServer.shared()
                .execute("UPDATE plumbline.budget SET level = level - " + time.toNanos() + " WHERE level > 1000000");
    }
}
