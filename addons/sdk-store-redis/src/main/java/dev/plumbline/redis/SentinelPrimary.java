package dev.plumbline.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** The primary that Sentinels name. They are asked for it at first, and after it failed. Thread-safe. */
final class SentinelPrimary implements Topology {
    private final String name;
    private final List<HostAndPort> sentinels;
    private final NodePools pools;
    private final AtomicReference<@Nullable HostAndPort> primary = new AtomicReference<>();

    SentinelPrimary(ServerAddress address, NodePools pools) {
        this.name = address.primary();
        this.sentinels = address.nodes();
        this.pools = pools;
    }

    @Override
    public HostAndPort node(String key, Operation operation) throws IOException {
        HostAndPort known = primary.get();
        if (known == null) {
            known = ask(operation);
            primary.set(known);
        }
        return known;
    }

    private HostAndPort ask(Operation operation) throws IOException {
        IOException failure = new IOException("no Sentinel knows the primary " + name + "; check the name in the URI");
        for (HostAndPort sentinel : sentinels) {
            try {
                Object answer = pools.ask(
                        sentinel,
                        operation,
                        new CommandArguments(Protocol.Command.SENTINEL)
                                .add("get-master-addr-by-name")
                                .add(name));
                if (answer instanceof List<?> parts && parts.size() == 2) {
                    return new HostAndPort(text(parts.get(0)), Integer.parseInt(text(parts.get(1))));
                }
            } catch (IOException unreachable) {
                failure = unreachable;
            }
        }
        throw failure;
    }

    private static String text(Object part) {
        return new String((byte[]) part, StandardCharsets.UTF_8);
    }

    @Override
    public boolean forget(HostAndPort failed) {
        primary.compareAndSet(failed, null);
        return true;
    }
}
