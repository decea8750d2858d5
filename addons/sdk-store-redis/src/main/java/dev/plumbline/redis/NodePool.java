package dev.plumbline.redis;

import dev.plumbline.time.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.HostAndPort;

/**
 * The connections to one node. After an operation that got no answer in time the node is left alone for a while.
 * Thread-safe.
 */
final class NodePool implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** Looking at a connection takes a quarter of the time of a hit. */
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final HostAndPort node;
    private final RedisServer server;
    private final boolean isData;
    private final Scheduler time;
    private final Semaphore places;
    private final ConcurrentLinkedDeque<NodeConnection> idle = new ConcurrentLinkedDeque<>();
    private final AtomicLong pausedUntil;
    private volatile boolean closed;

    /** Creates an empty pool. */
    NodePool(HostAndPort node, RedisServer server, boolean isData, Scheduler time) {
        this.node = node;
        this.server = server;
        this.isData = isData;
        this.time = time;
        this.places = new Semaphore(server.connections());
        this.pausedUntil = new AtomicLong(time.nanoTime());
    }

    /**
     * Takes a connection, which {@link #give} gives back.
     *
     * @throws UncheckedIOException if the node is left alone, no connection becomes free, or none can be opened
     */
    NodeConnection take(Operation operation) throws IOException {
        requireNoPause();
        awaitPlace(operation);
        boolean taken = false;
        try {
            NodeConnection connection = idleOrNew(operation);
            taken = true;
            return connection;
        } finally {
            if (!taken) {
                places.release();
            }
        }
    }

    private void requireNoPause() {
        long left = pausedUntil.get() - time.nanoTime();
        if (left > 0) {
            throw new UncheckedIOException(new IOException("the Redis server " + node
                    + " did not answer; it is asked again in " + TimeUnit.NANOSECONDS.toMillis(left) + " ms"));
        }
    }

    private void awaitPlace(Operation operation) throws IOException {
        try {
            if (!places.tryAcquire(operation.left().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException(
                        "all " + server.connections() + " connections are in use; raise RedisServer.withConnections");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the thread was interrupted while it waited for a connection", e);
        }
    }

    private NodeConnection idleOrNew(Operation operation) throws IOException {
        for (Optional<NodeConnection> next = next(); next.isPresent(); next = next()) {
            if (isUsable(next.get())) {
                next.get().usedBy(operation);
                return next.get();
            }
            next.get().close();
        }
        return NodeConnection.open(node, server, isData, operation);
    }

    /** Looks at a connection, unless it was used a moment ago: no server restarts within that time. */
    private boolean isUsable(NodeConnection connection) {
        return time.nanoTime() - connection.usedAt() < MOMENT_NANOS || connection.isUsable();
    }

    private Optional<NodeConnection> next() {
        return Optional.ofNullable(idle.pollFirst());
    }

    /**
     * Gives a connection back.
     *
     * @param isUsable whether the operation has read its whole answer
     */
    void give(NodeConnection connection, boolean isUsable) {
        if (isUsable && !connection.isBroken() && !closed) {
            connection.usedAt(time.nanoTime());
            idle.addFirst(connection);
        } else {
            connection.close();
        }
        places.release();
        if (closed) {
            closeIdle();
        }
    }

    /** Leaves the node alone for two seconds, because it did not answer. */
    void pause() {
        pausedUntil.set(time.nanoTime() + PAUSE.toNanos());
        closeIdle();
    }

    private void closeIdle() {
        for (Optional<NodeConnection> next = next(); next.isPresent(); next = next()) {
            next.get().close();
        }
    }

    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
