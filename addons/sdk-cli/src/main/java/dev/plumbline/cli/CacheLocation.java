package dev.plumbline.cli;

import dev.plumbline.policy.ResponseStore;
import dev.plumbline.postgresql.PostgresResponseStore;
import dev.plumbline.provider.Secret;
import dev.plumbline.redis.RedisResponseStore;
import dev.plumbline.redis.RedisServer;
import dev.plumbline.store.DiskResponseStore;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the command line caches answers: a folder, or a server that others share. */
final class CacheLocation {
    static final String DESCRIPTION =
            "Caches answers in that folder, or on that server (redis://user@host, postgresql://user@host/database,"
                    + " docs/teams.md); off by default.";

    /** The variable with the password of the server, which does not belong on a command line. */
    static final String PASSWORD = "PLUMBLINE_REDIS_PASSWORD";

    private static final Pattern SERVER = Pattern.compile("rediss?(\\+[a-z]+)?://.*");

    private static final Pattern DATABASE = Pattern.compile("postgres(ql)?://.*");

    private CacheLocation() {}

    /**
     * Returns the store at a location; opens nothing.
     *
     * @param environment returns the value of a variable, or null
     */
    static ResponseStore store(String location, Function<String, @Nullable String> environment) {
        if (DATABASE.matcher(location).matches()) {
            return PostgresResponseStore.at(location);
        }
        if (!SERVER.matcher(location).matches()) {
            return DiskResponseStore.of(Path.of(location));
        }
        RedisServer server = RedisServer.at(location);
        String password = environment.apply(PASSWORD);
        return RedisResponseStore.on(
                password == null ? server : server.withPassword(Secret.of(password.toCharArray())));
    }
}
