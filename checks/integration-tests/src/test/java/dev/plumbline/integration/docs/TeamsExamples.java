package dev.plumbline.integration.docs;

import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redis.RedisBudgetStore;
import dev.plumbline.redis.RedisResponseStore;
import dev.plumbline.redis.RedisServer;
import dev.plumbline.runtime.AiRuntime;
import java.time.Duration;

/** The programs of docs/teams.md. */
final class TeamsExamples {
    private TeamsExamples() {}

    static AiRuntime shared(AiProvider provider) {
        RedisServer server = RedisServer.at("redis://desk@cache.example:6379/0")
                .withPassword(Secret.fromEnv("PLUMBLINE_REDIS_PASSWORD"));
        return AiRuntime.builder()
                .addProvider(provider)
                .cache(RedisResponseStore.on(server))
                .rateLimit(600, Duration.ofMinutes(1)) // of all programs together
                .budgets(RedisBudgetStore.on(server))
                .build();
    }
}
