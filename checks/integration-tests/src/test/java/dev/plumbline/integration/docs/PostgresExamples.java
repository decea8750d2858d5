package dev.plumbline.integration.docs;

import dev.plumbline.call.Cancellation;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.postgresql.PostgresArchive;
import dev.plumbline.postgresql.PostgresBudgetStore;
import dev.plumbline.postgresql.PostgresDatabase;
import dev.plumbline.postgresql.PostgresResponseStore;
import dev.plumbline.postgresql.PostgresSessionStore;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.time.Duration;

/** The programs of docs/teams.md about PostgreSQL. */
final class PostgresExamples {
    private PostgresExamples() {}

    static AiRuntime shared(AiProvider provider, String uri) {
        PostgresDatabase database =
                PostgresDatabase.at(uri); // postgresql://alice@db.example/plumbline?sslmode=verify-full
        return AiRuntime.builder()
                .addProvider(provider)
                .journal(PostgresSessionStore.of(database), FailureMode.SKIP)
                .cache(PostgresResponseStore.of(database))
                .rateLimit(600, Duration.ofMinutes(1)) // of all programs together
                .budgets(PostgresBudgetStore.of(database))
                .build(); // close the database after the runtime
    }

    static long keepOneYear(PostgresDatabase database) {
        PostgresArchive archive = PostgresArchive.of(database);
        Duration year = Duration.ofDays(365);
        archive.archiveUnused(year, Duration.ofHours(1), Cancellation.create());
        return archive.deleteArchived(year, Duration.ofHours(1), Cancellation.create());
    }
}
