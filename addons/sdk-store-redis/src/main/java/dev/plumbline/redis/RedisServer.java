package dev.plumbline.redis;

import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.provider.Secret;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server of Redis 6.2 or newer, or Valkey, and how to connect to it: one server, the primary that
 * Sentinels name, or a cluster. Immutable; each store opens connections of its own. The password is never printed.
 *
 * <p>The address is a URI ({@code redis://user@host:6379/0}), whose scheme is {@code redis}, or {@code rediss} for TLS.
 * {@code redis+sentinel://host1,host2/name} has Sentinels and the name of the primary, {@code
 * redis+cluster://host1,host2} some nodes of a cluster.
 */
public final class RedisServer {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final Duration LONGEST_LIMIT = Duration.ofHours(1);
    private static final int CONNECTIONS = 16;

    private final Settings settings;

    private RedisServer(Settings settings) {
        this.settings = settings;
    }

    /** The settings of a server. */
    private record Settings(
            ServerAddress address,
            @Nullable Secret password,
            @Nullable SSLContext trust,
            int connections,
            Duration limit) {}

    /**
     * Returns the server at that address, with at most 16 connections to a node and 1 second for an operation.
     *
     * @param uri see above; a password in it is for tests, because command lines and logs show it
     * @throws IllegalArgumentException if it is not such a URI
     */
    public static RedisServer at(String uri) {
        ModuleVersions.check(RedisServer.class);
        ServerAddress address = ServerAddress.parse(uri);
        return new RedisServer(new Settings(address, address.password(), null, CONNECTIONS, LIMIT));
    }

    /**
     * Returns a copy with that password, of the user in the URI or of the default user.
     *
     * @param password read for each new connection, so that it can be changed on the server at any time
     */
    public RedisServer withPassword(Secret password) {
        return new RedisServer(new Settings(
                address(), Objects.requireNonNull(password, "password"), settings.trust(), connections(), limit()));
    }

    /**
     * Returns a copy that trusts the certificates of that context, for example of a company, and has its key.
     *
     * @throws IllegalArgumentException if the scheme is not {@code rediss}
     */
    public RedisServer withTls(SSLContext context) {
        if (!address().isTls()) {
            throw new IllegalArgumentException("TLS needs the scheme rediss in the URI of the server");
        }
        return new RedisServer(new Settings(
                address(), settings.password(), Objects.requireNonNull(context, "context"), connections(), limit()));
    }

    /**
     * Returns a copy with that maximum number of connections to each node; an operation waits for a free one.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public RedisServer withConnections(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("a store needs at least 1 connection; got " + max);
        }
        return new RedisServer(new Settings(address(), settings.password(), settings.trust(), max, limit()));
    }

    /**
     * Returns a copy with that limit for one operation: connection, login and answer. After an operation that
     * reached it, the server is not asked for two seconds, so that one that hangs costs a call one limit.
     *
     * @throws IllegalArgumentException if it is not positive, or more than an hour
     */
    public RedisServer withLimit(Duration limit) {
        if (limit.isNegative() || limit.isZero() || limit.compareTo(LONGEST_LIMIT) > 0) {
            throw new IllegalArgumentException("the limit of an operation is positive, at most an hour; got " + limit);
        }
        return new RedisServer(new Settings(address(), settings.password(), settings.trust(), connections(), limit));
    }

    ServerAddress address() {
        return settings.address();
    }

    Optional<Secret> password() {
        return Optional.ofNullable(settings.password());
    }

    Optional<SSLContext> trust() {
        return Optional.ofNullable(settings.trust());
    }

    int connections() {
        return settings.connections();
    }

    Duration limit() {
        return settings.limit();
    }

    @Override
    public String toString() {
        return "RedisServer[" + address() + "]";
    }
}
