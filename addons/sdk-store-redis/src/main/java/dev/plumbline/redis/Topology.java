package dev.plumbline.redis;

import java.io.IOException;
import redis.clients.jedis.HostAndPort;

/** Knows which node has a key. Thread-safe. */
interface Topology {

    /**
     * Returns the node that has the key, as far as it is known.
     *
     * @throws IOException if no server could be asked for it
     */
    HostAndPort node(String key, Operation operation) throws IOException;

    /** Forgets what it knows of a node that cannot be reached, or is no primary; returns whether that may help. */
    boolean forget(HostAndPort node);

    /** Learns that a node has a slot. */
    default void moved(int slot, HostAndPort node) {}
}
