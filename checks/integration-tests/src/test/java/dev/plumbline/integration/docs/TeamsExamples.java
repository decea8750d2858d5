package dev.plumbline.integration.docs;

import dev.plumbline.provider.Secret;
import dev.plumbline.redis.RedisServer;

/** The programs of docs/teams.md. */
final class TeamsExamples {
    private TeamsExamples() {}

    static RedisServer server() {
        return RedisServer.at("redis://desk@cache.example:6379/0")
                .withPassword(Secret.fromEnv("PLUMBLINE_REDIS_PASSWORD"));
    }
}
