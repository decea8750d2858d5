package dev.plumbline.redis;

import redis.clients.jedis.HostAndPort;

/** One server that has all keys. */
record SingleNode(HostAndPort node) implements Topology {

    @Override
    public HostAndPort node(String key, Operation operation) {
        return node;
    }

    @Override
    public boolean forget(HostAndPort failed) {
        return false;
    }
}
