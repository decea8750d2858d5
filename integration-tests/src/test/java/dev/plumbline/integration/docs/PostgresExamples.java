package dev.plumbline.integration.docs;

import dev.plumbline.policies.Policies;
import dev.plumbline.policy.BudgetStore;
import dev.plumbline.policy.FailureMode;
import dev.plumbline.policy.Policy;
import dev.plumbline.postgresql.PostgresBudgets;
import dev.plumbline.postgresql.PostgresDatabase;
import dev.plumbline.postgresql.PostgresResponses;
import dev.plumbline.postgresql.PostgresSessions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.time.Scheduler;
import java.time.Duration;

/** The programs of docs/teams.md about PostgreSQL. */
final class PostgresExamples {
    private PostgresExamples() {}

    static AiRuntime shared(AiProvider provider, String uri, Scheduler time) {
        PostgresDatabase database =
                PostgresDatabase.at(uri); // postgresql://alice@db.example/plumbline?sslmode=verify-full
        return AiRuntime.builder()
                .addProvider(provider)
                .journal(PostgresSessions.of(database), FailureMode.SKIP)
                .cache(PostgresResponses.of(database))
                .addPolicy("department-rate", departmentRate(database, time))
                .build(); // close the database after the runtime
    }

    static Policy departmentRate(PostgresDatabase database, Scheduler time) {
        BudgetStore budgets = PostgresBudgets.of(database);
        return Policies.rateLimit(600, Duration.ofMinutes(1), time, budgets);
    }
}
