package dev.plumbline.redis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The nodes of a cluster by slot (the specification of Redis Cluster has 16,384 slots). Thread-safe. */
final class ClusterSlots implements Topology {
    private static final int SLOTS = 16_384;

    private final List<HostAndPort> seeds;
    private final NodePools pools;
    private final AtomicReferenceArray<@Nullable HostAndPort> slots = new AtomicReferenceArray<>(SLOTS);

    ClusterSlots(ServerAddress address, NodePools pools) {
        this.seeds = address.nodes();
        this.pools = pools;
    }

    @Override
    public HostAndPort node(String key, Operation operation) throws IOException {
        int slot = JedisClusterCRC16.getSlot(key);
        if (slots.get(slot) == null) {
            refresh(operation);
        }
        HostAndPort node = slots.get(slot);
        if (node == null) {
            throw new IOException("no node of the cluster has slot " + slot + "; check CLUSTER INFO");
        }
        return node;
    }

    private void refresh(Operation operation) throws IOException {
        IOException failure = new IOException("no node of the cluster was reached");
        for (HostAndPort node : known()) {
            try {
                Object answer = pools.ask(node, operation, new CommandArguments(Protocol.Command.CLUSTER).add("SLOTS"));
                learn(node, (List<?>) answer);
                return;
            } catch (IOException unreachable) {
                failure = unreachable;
            }
        }
        throw failure;
    }

    private Set<HostAndPort> known() {
        Set<HostAndPort> known = new LinkedHashSet<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            HostAndPort node = slots.get(slot);
            if (node != null) {
                known.add(node);
            }
        }
        known.addAll(seeds);
        return known;
    }

    /** Reads ranges of slots: first, last, and the address of the primary before those of its replicas. */
    private void learn(HostAndPort asked, List<?> ranges) {
        for (Object each : ranges) {
            List<?> range = (List<?>) each;
            List<?> primary = (List<?>) range.get(2);
            String host = new String((byte[]) primary.get(0), StandardCharsets.UTF_8);
            HostAndPort node = new HostAndPort(host.isEmpty() ? asked.getHost() : host, number(primary.get(1)));
            for (int slot = number(range.get(0)); slot <= number(range.get(1)); slot++) {
                slots.set(slot, node);
            }
        }
    }

    private static int number(Object part) {
        return Math.toIntExact((Long) part);
    }

    @Override
    public boolean forget(HostAndPort failed) {
        for (int slot = 0; slot < SLOTS; slot++) {
            slots.compareAndSet(slot, failed, null);
        }
        return true;
    }

    @Override
    public void moved(int slot, HostAndPort node) {
        slots.set(slot, node);
    }
}
