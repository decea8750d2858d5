package dev.plumbline.http;

import dev.plumbline.call.BudgetTracker;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.time.Scheduler;
import dev.plumbline.time.SystemScheduler;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connections to servers over HTTP/1.1, made when first needed, and every exchange that is not over. Follows no redirect. Safe for any
 * number of threads.
 */
public final class HttpTransport implements AutoCloseable {
    private final Timeouts timeouts;
    private final NetworkSettings network;
    private final TransportThreads threads;
    private final SystemScheduler own;
    private final RouteResolver lookup;
    private final Connector connector;
    private final ConnectionPool pool = new ConnectionPool();
    private final Optional<Scheduler> given;
    private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * A transport that has opened nothing yet.
     *
     * @param name whose it is; its threads are named after it
     * @param timeouts the deadlines of each exchange
     * @param network the way there
     * @param given whose time all deadlines obey; when empty, that of each exchange
     */
    public HttpTransport(String name, Timeouts timeouts, NetworkSettings network, Optional<Scheduler> given) {
        this.timeouts = timeouts;
        this.network = network;
        this.threads = new TransportThreads("plumbline-" + name);
        this.own = threads.time();
        this.lookup = new RouteResolver(own, network.proxy());
        this.connector = new Connector(network);
        this.given = given;
    }

    /**
     * An exchange that has not begun.
     *
     * @param spending counts the bytes that arrive
     * @param time whose time it obeys, unless the transport was given one; real time, on a thread of its own, when empty
     * @throws AiException EGRESS_DENIED when the host is none of {@link NetworkSettings#hosts}
     * @throws IllegalArgumentException for an address or a header that HTTP does not have
     */
    public Exchange exchange(Request request, BudgetTracker spending, Optional<Scheduler> time) {
        RequestHead.require(request);
        requireAllowed(request);
        Exchange exchange =
                new Exchange(this, request, spending, given.or(() -> time).orElse(own));
        open.add(exchange);
        if (closed) {
            exchange.stop(closedError());
        }
        return exchange;
    }

    private void requireAllowed(Request request) {
        if (!network.allows(request.address().getHost())) {
            throw new AiException(AiError.of(
                    AiError.Category.EGRESS_DENIED,
                    "host",
                    "this host may not be spoken to; those that may are set with Network.withHosts"));
        }
    }

    /** Whether no exchange is open and no answer is still to end. */
    public boolean isIdle() {
        return open.isEmpty() && pool.isSettled();
    }

    RouteResolver lookup() {
        return lookup;
    }

    Connector connector() {
        return connector;
    }

    ConnectionPool pool() {
        return pool;
    }

    Timeouts timeouts() {
        return timeouts;
    }

    /** Runs what may block, on another thread than the caller's. */
    void background(Runnable action) {
        threads.apart(action);
    }

    void forget(Exchange exchange) {
        open.remove(exchange);
    }

    /** Takes a connection back whose answer was read; when its end has not arrived, it is given a second to. */
    void release(HttpConnection connection, Scheduler time) {
        HttpConnection.End end = connection.end();
        if (end == HttpConnection.End.NEVER) {
            connection.close();
        } else {
            pool.put(connection, end == HttpConnection.End.NOT_YET, time);
        }
    }

    /**
     * Reads the certificates that are trusted before anybody needs them, where the address is one of TLS; nobody is spoken to now.
     *
     * @param address where it will be sent to
     */
    public void warmUp(URI address) {
        if (!closed && "https".equalsIgnoreCase(address.getScheme())) {
            var unused = connector.tls().getSocketFactory();
        }
    }

    /** Stops what runs and closes every connection; returns at once. */
    @Override
    public void close() {
        closed = true;
        open.forEach(exchange -> exchange.stop(closedError()));
        pool.close();
        own.close();
        threads.close();
    }

    private static AiError closedError() {
        return AiError.of(AiError.Category.CANCELLED, "closed", "the provider was closed");
    }
}
