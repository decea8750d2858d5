package dev.plumbline.redis;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.Subscription;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * One operation on a server. When its limit has passed or it is cancelled, it closes the socket that it uses, which
 * ends connecting, reading and writing at once. Thread-safe.
 */
final class Operation implements AutoCloseable {
    private final OperationDeadline limits;
    private final Duration allowed;
    private final Scheduler time;
    private final long end;
    private final Subscription deadline;
    private final Subscription cancelled;
    private @Nullable Closeable held;
    private boolean connected;
    private boolean expired;

    /**
     * Begins an operation.
     *
     * @param longest the limit of the server
     * @throws AiException CANCELLED if it was cancelled before, TIMEOUT_TOTAL if there is no time
     */
    Operation(OperationDeadline limits, Duration longest, Scheduler time) {
        limits.cancellation().throwIfCancelled();
        this.limits = limits;
        this.time = time;
        this.allowed = limits.limit().compareTo(longest) < 0 ? limits.limit() : longest;
        if (allowed.isZero() || allowed.isNegative()) {
            throw noTime();
        }
        this.end = time.nanoTime() + allowed.toNanos();
        this.deadline = time.schedule(allowed, this::expire);
        this.cancelled = limits.cancellation().onCancel(this::abort);
    }

    /** Returns the time that is left, at least 1 nanosecond. */
    Duration left() {
        return Duration.ofNanos(Math.max(1, end - time.nanoTime()));
    }

    /** Uses a socket: closes it when the operation ends early, at once if it has ended. */
    synchronized void use(Closeable socket) throws IOException {
        held = socket;
        connected = true;
        if (isOver()) {
            socket.close();
        }
    }

    /** Uses the socket no longer; returns false if the operation has ended early, and has closed it. */
    synchronized boolean release() {
        held = null;
        return !isOver();
    }

    private boolean isOver() {
        return expired || limits.cancellation().isCancelled();
    }

    private synchronized void expire() {
        expired = true;
        abort();
    }

    private synchronized void abort() {
        if (held != null) {
            try {
                held.close();
            } catch (IOException closed) { // the wait in it has ended, which is what counts
                return;
            }
        }
    }

    /** Returns whether the server was asked and did not answer within its own limit, rather than a shorter one. */
    synchronized boolean isUnanswered() {
        return connected && isExpired() && !isOfCaller();
    }

    private boolean isExpired() {
        return expired || time.nanoTime() >= end;
    }

    private boolean isOfCaller() {
        return allowed.compareTo(limits.limit()) >= 0;
    }

    /** Returns the exception of an operation that failed: its cancellation or limit comes before the cause. */
    synchronized RuntimeException failure(HostAndPort node, Exception cause) {
        limits.cancellation().throwIfCancelled();
        if (isExpired() && isOfCaller()) {
            return noTime();
        }
        if (!isUnanswered()) {
            return new UncheckedIOException(new IOException(
                    "the connection to the Redis server " + node + " failed: " + cause.getMessage()
                            + "; check that it runs and can be reached",
                    cause));
        }
        return new UncheckedIOException(new SocketTimeoutException("the Redis server " + node
                + " did not answer within " + allowed + "; check it, or raise RedisServer.withLimit"));
    }

    private static AiException noTime() {
        return new AiException(AiError.of(
                AiError.Category.TIMEOUT_TOTAL,
                "deadline",
                "there is no time left for an operation of the Redis store; raise its limit"));
    }

    @Override
    public void close() {
        deadline.close();
        cancelled.close();
    }
}
