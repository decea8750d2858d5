package dev.plumbline.cli;

import dev.plumbline.call.SessionOptions;
import dev.plumbline.policies.Policies;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.postgresql.BatchQueue;
import dev.plumbline.postgresql.PostgresBudgetStore;
import dev.plumbline.postgresql.PostgresDatabase;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.time.Scheduler;
import java.time.Clock;
import java.time.Duration;

/** The database of a run over machines: its queue, and the rate that all machines and people share. */
final class QueueConnection implements AutoCloseable {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final PostgresDatabase database;
    private final BudgetStore budgets;
    private final Rate rate;
    private final String namespace;
    private final Scheduler time = Scheduler.system(Clock.systemUTC(), Thread::new);

    QueueConnection(PostgresDatabase database, Rate rate, String namespace) {
        this.database = database;
        this.budgets = PostgresBudgetStore.of(database);
        this.rate = rate;
        this.namespace = namespace;
    }

    /**
     * The rate of calls.
     *
     * @param provider the id of the provider
     * @param calls the number of calls in a minute; 0 for no limit
     * @param reserve the percentage that is left to people
     */
    record Rate(String provider, int calls, int reserve) {}

    BatchQueue queue(String run) {
        return BatchQueue.of(database, run).withNamespace(namespace);
    }

    /** Returns the options of the sessions of the run. */
    SessionOptions options() {
        return namespace.isEmpty()
                ? SessionOptions.none()
                : SessionOptions.builder().namespace(namespace).build();
    }

    Scheduler time() {
        return time;
    }

    /** Limits the rate of a runtime by the budget that all share. */
    AiRuntime.Builder limited(AiRuntime.Builder builder) {
        return rate.calls() == 0
                ? builder
                : builder.addPolicy("shared-rate", Policies.rateLimit(rate.calls(), MINUTE, time, budgets));
    }

    /** Returns whether a further call leaves people their part of the rate. */
    boolean leavesReserve() {
        if (rate.calls() == 0) {
            return true;
        }
        BudgetStore.Budget budget = new BudgetStore.Budget("rate/" + rate.provider(), rate.calls(), MINUTE);
        long left = budgets.take(budget, BudgetStore.Amount.of(0)).left();
        return left > (long) rate.calls() * rate.reserve() / 100;
    }

    @Override
    public void close() {
        database.close();
        time.close();
    }
}
