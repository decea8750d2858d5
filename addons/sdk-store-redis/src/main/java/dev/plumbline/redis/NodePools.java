package dev.plumbline.redis;

import dev.plumbline.time.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** The connections to all nodes of a server. Thread-safe. */
final class NodePools implements AutoCloseable {
    private final RedisServer server;
    private final boolean isData;
    private final Scheduler time;
    private final ConcurrentMap<HostAndPort, NodePool> pools = new ConcurrentHashMap<>();

    /** Creates pools without connections. */
    NodePools(RedisServer server, boolean isData, Scheduler time) {
        this.server = server;
        this.isData = isData;
        this.time = time;
    }

    /** Uses a connection; does not wait for one that is not there. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection jedis);
    }

    NodePool of(HostAndPort node) {
        return pools.computeIfAbsent(node, added -> new NodePool(added, server, isData, time));
    }

    /**
     * Does work on a connection to a node.
     *
     * @throws NotConnectedException if nothing was sent to the node
     * @throws IOException if the connection failed later, or the server refused to log in
     * @throws JedisDataException if the server answered with an error
     */
    <T> T on(HostAndPort node, Operation operation, Work<T> work) throws IOException {
        NodePool pool = of(node);
        NodeConnection connection = connect(pool, node, operation);
        boolean answered = false;
        try {
            T result = work.on(connection.jedis());
            answered = true;
            return result;
        } catch (JedisDataException refused) {
            answered = true;
            throw refused;
        } catch (JedisConnectionException failed) {
            throw new IOException("the connection was lost before the answer", failed);
        } finally {
            pool.give(connection, operation.release() && answered);
            pauseIfSilent(pool, operation, answered);
        }
    }

    private static NodeConnection connect(NodePool pool, HostAndPort node, Operation operation) throws IOException {
        try {
            return pool.take(operation);
        } catch (JedisDataException refused) {
            throw new ServerRefusalException(node, String.valueOf(refused.getMessage()));
        } catch (JedisConnectionException | UncheckedIOException | IOException failed) {
            pauseIfSilent(pool, operation, false);
            throw new NotConnectedException(failed);
        }
    }

    private static void pauseIfSilent(NodePool pool, Operation operation, boolean answered) {
        if (!answered && operation.isUnanswered()) {
            pool.pause();
        }
    }

    /** Asks a node that knows of others, such as a Sentinel. */
    Object ask(HostAndPort node, Operation operation, CommandArguments question) throws IOException {
        try {
            return on(node, operation, jedis -> jedis.executeCommand(question));
        } catch (JedisDataException refused) {
            throw new ServerRefusalException(node, String.valueOf(refused.getMessage()));
        }
    }

    @Override
    public void close() {
        pools.values().forEach(NodePool::close);
    }
}
